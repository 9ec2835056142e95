import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone; styles say the same width in their own language. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 52em)', false, { getInitialValueInEffect: false })

/** Whether lists that styles draw by the width of the content are two lines, with or without a menu beside them. */
export const useTwoLines = (): boolean =>
  useMediaQuery('(max-width: 64.5em)', false, { getInitialValueInEffect: false })

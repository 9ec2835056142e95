import { useMediaQuery } from '@mantine/hooks'

/** Whether the window is as narrow as a phone; styles say the same width in their own language. */
export const usePhone = (): boolean => useMediaQuery('(max-width: 52em)', false, { getInitialValueInEffect: false })

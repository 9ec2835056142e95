import { createTheme, type MantineColorsTuple } from '@mantine/core'

/** The green-blue of shallow water. */
const tide: MantineColorsTuple = [
  '#eaf5f5',
  '#d5e8e9',
  '#a9d0d2',
  '#7bb8bc',
  '#58a4a9',
  '#3f929a',
  '#287b84',
  '#1d6d76',
  '#135b63',
  '#0b474e',
]

/** The red of a warning flag. */
const red: MantineColorsTuple = [
  '#fbeceb',
  '#f6d6d3',
  '#f0b9b4',
  '#f0a39b',
  '#e97f75',
  '#d6594f',
  '#c0443b',
  '#b3372f',
  '#962b24',
  '#741f1a',
]

/** Greys with some sand in them, and darks with some water, instead of Mantine's neutral ones. */
const gray: MantineColorsTuple = [
  '#efece4',
  '#e9e5dc',
  '#e2ddd2',
  '#d3cdc0',
  '#c2bcae',
  '#979184',
  '#6b6a64',
  '#4d5152',
  '#36393a',
  '#1d2a30',
]
const dark: MantineColorsTuple = [
  '#e8ecea',
  '#c3cccd',
  '#a3b0b3',
  '#7c8b8f',
  '#34444a',
  '#222e33',
  '#151e22',
  '#0f1619',
  '#0d1315',
  '#090d0f',
]

/** Looks that every part shares. Sizes and colours that our own styles use stand in identity.css. */
export const theme = createTheme({
  colors: { tide, red, gray, dark },
  black: '#1d2a30',
  primaryColor: 'tide',
  // White words can be read on both.
  primaryShade: { light: 7, dark: 6 },
  radius: { xs: '4px', sm: '4px', md: '6px', lg: '10px', xl: '999px' },
  defaultRadius: 'md',
  respectReducedMotion: true,
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  fontFamily:
    '"Inter Variable", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
})

import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Routes } from './routes.tsx'
import { theme } from './theme.ts'
import { SpeechProvider } from './words/words.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no place for the interface.')

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <SpeechProvider>
        <Routes path={location.pathname} />
      </SpeechProvider>
    </MantineProvider>
  </StrictMode>,
)

import './styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSessionEnd } from './api/client.ts'
import { makeQueryClient, session_query } from './api/queries.ts'
import { loadWords } from './pages/dictionary.ts'
import { makeRouter } from './router.tsx'
import { signed_in } from './routes/base.ts'
import { theme } from './theme.ts'
import { firstLanguage, SpeechProvider } from './words/words.tsx'

const element = document.getElementById('root')
if (element === null) throw new Error('The page has no element to put the interface in.')

const queries = makeQueryClient()
const router = makeRouter(queries)

onSessionEnd(() => {
  queries.setQueryData(
    session_query.queryKey,
    (known) => known && { ...known, person: null, company: null, administrations: [] },
  )
  // The consent page signs people in where they are, and so does what stands around every page for people signed in.
  const in_place: string[] = ['/oauth/authorize', signed_in.id]
  if (router.state.matches.some(({ routeId }) => in_place.includes(routeId))) return
  void router.navigate({ to: '/sign_in', search: { to: router.state.location.href, ended: 'yes' } })
})

const language = firstLanguage()
const first = { language, words: await loadWords(language) }

createRoot(element).render(
  <StrictMode>
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <SpeechProvider first={first} load={loadWords}>
          <RouterProvider router={router} />
        </SpeechProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)

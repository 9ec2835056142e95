import { NotFoundPage } from './pages/not_found.tsx'
import { StartPage } from './pages/start/start_page.tsx'

/** Which page an address shows. */
export function Routes({ path }: { path: string }) {
  return path === '/' || path === '/index.html' ? <StartPage /> : <NotFoundPage />
}

import { Outlet } from '@tanstack/react-router'
import { KeyBoardProvider } from './parts/key_board.tsx'
import { Notices } from './parts/notices.tsx'
import { MoveWatch } from './parts/page_heading.tsx'
import { PageToolsProvider } from './parts/page_tools.tsx'
import { UnsavedGuard } from './parts/unsaved.tsx'

/** What every page stands in. */
export function Root() {
  return (
    <MoveWatch>
      <Notices>
        <PageToolsProvider>
          <KeyBoardProvider>
            <UnsavedGuard>
              <Outlet />
            </UnsavedGuard>
          </KeyBoardProvider>
        </PageToolsProvider>
      </Notices>
    </MoveWatch>
  )
}

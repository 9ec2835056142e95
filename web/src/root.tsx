import { Outlet } from '@tanstack/react-router'
import { Notices } from './parts/notices.tsx'
import { MoveWatch } from './parts/page_heading.tsx'

/** What every page stands in. */
export function Root() {
  return (
    <MoveWatch>
      <Notices>
        <Outlet />
      </Notices>
    </MoveWatch>
  )
}

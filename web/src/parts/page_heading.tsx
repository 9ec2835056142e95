import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import classes from './page_heading.module.css'
import { PageTools } from './page_tools.tsx'

const Moved = createContext<{ current: boolean }>({ current: false })

/** Remembers whether the reader has moved on from the page that the browser loaded. */
export function MoveWatch({ children }: { children: ReactNode }) {
  const router = useRouter()
  const moved = useRef(false)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) moved.current = true
      }),
    [router],
  )
  return <Moved value={moved}>{children}</Moved>
}

type PageHeadingProps = { title: string; children?: ReactNode; sentence?: ReactNode; action?: ReactNode }

/**
 * The name of a page. After a move to another page it takes the keyboard, so that a screen reader tells where the
 * reader is and the next tab goes into the page.
 */
export function PageHeading({ title, children, sentence, action }: PageHeadingProps) {
  const moved = useContext(Moved)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (moved.current) heading.current?.focus({ preventScroll: true })
  }, [moved])
  return (
    <div className={classes.top}>
      <title>{`${title} · Dunlin`}</title>
      <div className={classes.words}>
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          {children ?? title}
        </h1>
        {sentence && <p className={classes.sentence}>{sentence}</p>}
      </div>
      <PageTools className={classes.tools} />
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

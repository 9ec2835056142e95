import { useRouter } from '@tanstack/react-router'
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useRef } from 'react'
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

type PageHeadingProps = {
  title: string
  children?: ReactNode
  /** What the page is for, below its head. */
  sentence?: ReactNode
  /** Views of a list, beside its name. */
  views?: ReactNode
  /** What can be done, at the right. */
  action?: ReactNode
}

/**
 * The name of a page. After a move to another page it takes the focus, so that a screen reader says where the
 * reader is and the next tab goes into the page. It does so before it is painted: later it would take the keyboard
 * from a field that somebody quick is typing in already.
 */
export function PageHeading({ title, children, sentence, views, action }: PageHeadingProps) {
  const moved = useContext(Moved)
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    if (moved.current) heading.current?.focus({ preventScroll: true })
  }, [moved])
  return (
    <>
      <title>{`${title} · Dunlin`}</title>
      <div className={classes.head}>
        <h1 ref={heading} tabIndex={-1} className={classes.heading}>
          {children ?? title}
        </h1>
        {views && <div className={classes.views}>{views}</div>}
        <div className={classes.actions}>
          <PageTools className={classes.tools} />
          {action}
        </div>
      </div>
      {sentence && <p className={classes.sentence}>{sentence}</p>}
    </>
  )
}

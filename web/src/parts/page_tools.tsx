import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'

type Slot = { element: HTMLElement | null; setElement: (element: HTMLElement | null) => void }

const SlotContext = createContext<Slot>({ element: null, setElement: () => {} })

/** Lets what stands further down on a page put its buttons beside the name of the page. */
export function PageToolsProvider({ children }: { children: ReactNode }) {
  const [element, setElement] = useState<HTMLElement | null>(null)
  return <SlotContext value={{ element, setElement }}>{children}</SlotContext>
}

/** Where the buttons stand. */
export function PageTools({ className }: { className?: string | undefined }) {
  return <div ref={useContext(SlotContext).setElement} className={className} />
}

/** What stands there. */
export function InPageTools({ children }: { children: ReactNode }) {
  const { element } = useContext(SlotContext)
  return element && createPortal(children, element)
}

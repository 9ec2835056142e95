import { useRouter } from '@tanstack/react-router'
import { useRef } from 'react'
import { usePhone } from '../use_phone.ts'

/** Writes into the address what is open, in the place of what stood there or as a step further. */
type Go = (id: string | undefined, replace: boolean) => void

/**
 * Opens what stands beside a list, by its address, and closes it. On a phone it takes the place of the list, so the
 * browser's way back leads to the list; elsewhere both are in sight, and going through rows is nothing to go back on.
 */
export function useOpening(open: string | undefined, go: Go): (id: string | undefined) => void {
  const phone = usePhone()
  const { history } = useRouter()
  const stepped = useRef(false)
  return (id) => {
    if (open === undefined) stepped.current = phone && id !== undefined
    if (id === undefined && stepped.current) history.back()
    else go(id, open !== undefined || !stepped.current)
  }
}

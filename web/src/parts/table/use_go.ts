import { useNavigate } from '@tanstack/react-router'

/** What the address of a list says; an empty text takes a part away. */
export type Wanted = Readonly<Record<string, string>>

/** Goes to another choice of a list, which then stands in the address with everything that it does not touch. */
export function useGo(): (wanted: Wanted) => void {
  const navigate = useNavigate()
  return (wanted) => {
    const changed = (before: Wanted): Wanted =>
      Object.fromEntries(Object.entries({ ...before, ...wanted }).filter(([, value]) => value !== ''))
    // Each page reads only those names of its address that it knows. What opened a record beside the list stays known.
    void navigate({ to: '.', search: changed as never, replace: true, state: true })
  }
}

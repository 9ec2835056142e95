import { useEffect } from 'react'

const every_ms = 3_000
const storage_key = 'dunlin.reloaded_at'

/** Where loading again did not help, it is not done again and again. */
const calm_ms = 15_000

/** Asks whether the service is there, and loads the page again as soon as it is. Returns the way to do so at once. */
export function useReloadWhenThere(): () => void {
  useEffect(() => {
    if (Date.now() - Number(sessionStorage.getItem(storage_key) ?? 0) < calm_ms) return
    const timer = setInterval(() => void isThere().then((there) => there && reload()), every_ms)
    return () => clearInterval(timer)
  }, [])
  return reload
}

function reload(): void {
  sessionStorage.setItem(storage_key, String(Date.now()))
  location.reload()
}

const isThere = (): Promise<boolean> =>
  fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(every_ms) }).then(
    ({ ok }) => ok,
    () => false,
  )

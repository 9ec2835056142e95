import { useCallback, useEffect, useState } from 'react'

export type State = 'checking' | 'ok' | 'failed' | 'unknown'
export type Health = { service: State; database: State; checked_at: Date | null }

const check_every_ms = 15_000
const patience_ms = 5_000

/** Whether the service and its database answer, looked at again and again while the page is seen. */
export function useHealth(): { health: Health; checking: boolean; check: () => void } {
  const [health, setHealth] = useState<Health>({ service: 'checking', database: 'checking', checked_at: null })
  const [checking, setChecking] = useState(false)
  const check = useCallback(() => {
    setChecking(true)
    void readHealth().then((read) => {
      setHealth(read)
      setChecking(false)
    })
  }, [])
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') check()
    }
    look()
    const timer = setInterval(look, check_every_ms)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [check])
  return { health, checking, check }
}

async function readHealth(): Promise<Health> {
  const [service, database] = await Promise.all([answers('/health'), answers('/ready')])
  return {
    service: service ? 'ok' : 'failed',
    // Without a service there is nobody to ask about the database.
    database: service ? (database ? 'ok' : 'failed') : 'unknown',
    checked_at: new Date(),
  }
}

async function answers(path: string): Promise<boolean> {
  try {
    const { ok } = await fetch(path, { cache: 'no-store', signal: AbortSignal.timeout(patience_ms) })
    return ok
  } catch {
    return false
  }
}

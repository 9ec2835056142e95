import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Operations } from '../../api/generated.ts'
import { claimOf, type Debt } from './debt.ts'

type Answer = Operations['law.claim']['answers']
export type Calculation = NonNullable<Answer['calculation']>

/** So long nobody has typed before the result follows. */
const pause_ms = 250

/** What the law makes of a debt, a moment after the last key. The claim is the one that was answered. */
export function useCalculation(debt: Debt) {
  const text = JSON.stringify(claimOf(debt))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms)
    return () => clearTimeout(timer)
  }, [text])
  return useQuery({
    queryKey: ['law', settled],
    // It was written from an object.
    queryFn: async () => ({
      debt,
      ...(await ask('law.claim', { claim: JSON.parse(settled) as Record<string, unknown> })),
    }),
    enabled: isBegun(debt),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** Before that there is nothing to say, and no mistake to point at. */
export const isBegun = ({ principal, until }: Debt): boolean => principal.trim() !== '' && until !== ''

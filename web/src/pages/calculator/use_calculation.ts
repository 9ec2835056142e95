import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import type { Operations } from '../../api/generated.ts'
import { useWords } from '../../words/words.tsx'
import { claimsOf, type Debt } from './debt.ts'

type Answer = Operations['law.claim']['answers']
export type Calculation = Answer['calculations'][number]['calculation']
export type DebtProblem = Answer['problems'][number]

/** So long nobody has typed before the result follows. */
const pause_ms = 250

/** What the law makes of debts, a moment after the last key. The debt is the one that was answered. */
export function useCalculation(debt: Debt) {
  const { language } = useWords()
  const text = JSON.stringify(claimsOf(debt, language))
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause_ms)
    return () => clearTimeout(timer)
  }, [text])
  return useQuery({
    queryKey: ['law', settled],
    queryFn: async () => {
      // It was written from a list of objects.
      const { calculations, problems } = await ask('law.claim', {
        debts: JSON.parse(settled) as Record<string, unknown>[],
      })
      return { debt, problems, calculations: calculations.map(({ calculation }) => calculation) }
    },
    enabled: isBegun(debt),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  })
}

/** Before that there is nothing to say, and no mistake to point at. */
export const isBegun = ({ items, until }: Debt): boolean =>
  until !== '' && items.every(({ principal }) => principal.trim() !== '')

import { type PaymentPlan, type PlanState, planState } from '../../api/work.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { countLate } from '../../parts/records/plan_terms.ts'
import { useToday } from '../../session/use_today.ts'
import { counted } from '../../words/fill.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

const tones: Readonly<Partial<Record<PlanState, 'good' | 'bad'>>> = { finished: 'good', rejected: 'bad' }

/** How a plan stands, and how many of its terms are late. */
export function Marks({ plan, administration_id }: { plan: PaymentPlan; administration_id: string }) {
  const { words } = useWords()
  const today = useToday(administration_id)
  const state = planState(plan)
  const late = state === 'active' ? countLate(plan, today) : 0
  const tone = tones[state]
  return (
    <Badges
      badges={[
        { text: sayType(words, 'plan', state), ...(tone ? { tone } : {}) },
        ...(late > 0 ? [{ text: counted(late, words.plans_late_one, words.plans_late), tone: 'bad' as const }] : []),
      ]}
    />
  )
}

import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useToday } from '../../session/use_today.ts'
import { useWords } from '../../words/words.tsx'
import classes from './calculator.module.css'
import { type Debt, debtIn, exampleOf } from './debt.ts'
import { DebtForm } from './debt_form.tsx'
import { Result } from './result.tsx'
import { sayProblem } from './say_problem.ts'
import { isBegun, useCalculation } from './use_calculation.ts'

const route = getRouteApi('/signed_in/administrations/$administration_id/calculator')

export function CalculatorPage() {
  const { words } = useWords()
  const { administration_id } = route.useParams()
  const { claim } = route.useSearch()
  const today = useToday(administration_id)
  const [debt, setDebt] = useState<Debt>(() => debtIn(claim, today))
  const query = useCalculation(debt)
  const problems = isBegun(debt) ? (query.data?.problems ?? []) : []
  return (
    <>
      <PageHeading title={words.calculator_heading} sentence={words.calculator_sentence} />
      <div className={classes.sides}>
        <DebtForm debt={debt} problems={problems} change={setDebt} />
        <Section title={words.calculator_result}>
          <Card>
            {!isBegun(debt) ? (
              <Empty
                title={words.calculator_begin}
                action={
                  <Button variant="default" onClick={() => setDebt(exampleOf(debt, today))}>
                    {words.calculator_example}
                  </Button>
                }
              >
                {words.calculator_begin_sentence}
              </Empty>
            ) : query.error ? (
              <LoadFailed error={query.error} retry={() => void query.refetch()} />
            ) : query.data && query.data.calculations.length > 0 ? (
              <Result debt={query.data.debt} calculations={query.data.calculations} />
            ) : query.data ? (
              <ul role="alert" className={classes.problems}>
                {problems.map((problem) => (
                  <li key={`${problem.debt} ${problem.place}`}>{sayProblem(problem, debt, words)}</li>
                ))}
              </ul>
            ) : (
              <RowsLoading />
            )}
          </Card>
        </Section>
      </div>
    </>
  )
}

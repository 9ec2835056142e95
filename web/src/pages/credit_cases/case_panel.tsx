import { useQuery } from '@tanstack/react-query'
import { outlooksQuery } from '../../api/follow_up.ts'
import { type CreditCase, creditCaseQuery, debtorQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { Badges } from '../../parts/records/badges.tsx'
import { FactList } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { PauseMenu } from '../../parts/records/pause_menu.tsx'
import { PanelFigure, RecordPanel } from '../../parts/records/record_panel.tsx'
import { sayStage } from '../../parts/records/stage.ts'
import { StepsInShort } from '../../parts/records/steps_in_short.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { useAmounts, useData } from './case_side.tsx'
import { Stages } from './stages.tsx'

/** One case beside the list that it is on. */
export function CasePanel({ case_key }: { case_key: RecordKey }) {
  const { words } = useWords()
  return (
    <RecordPanel
      family="credit_cases"
      record_key={case_key}
      query={creditCaseQuery}
      nameOf={(found) => (found ? `${words.record_case} ${found.credit_case_number}` : words.record_case)}
    >
      {(credit_case) => <Content credit_case={credit_case} case_key={case_key} />}
    </RecordPanel>
  )
}

function Content({ credit_case, case_key }: { credit_case: CreditCase; case_key: RecordKey }) {
  const { words, language } = useWords()
  const { administration_id } = case_key
  const { debtor_id, open_amount, currency_code, deactivated_at } = credit_case
  const standing = useQuery(standingQuery(case_key, 'credit_cases'))
  const outlooks = useQuery(outlooksQuery(case_key, 'credit_cases'))
  const debtor = useQuery(debtorQuery({ administration_id, id: debtor_id }))
  const { stage, days_in_stage } = standing.data ?? {}
  const state = deactivated_at ? words.record_closed : stage && sayStage(stage, days_in_stage ?? 0, words)
  return (
    <Settled pending={[standing, outlooks, debtor].map(({ isPending }) => isPending)}>
      <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
        {debtor.data?.name ?? words.record_debtor}
      </RecordLink>
      <PanelFigure figure={sayMoney(open_amount, currency_code, language)}>
        <Badges badges={state ? [{ text: state }] : []} />
      </PanelFigure>
      <PauseMenu
        family="credit_cases"
        record_key={case_key}
        holds={standing.data?.holds}
        over={deactivated_at !== null}
      />
      <WhatComesNext record_key={case_key} family="credit_cases" holds={standing.data?.holds ?? []} />
      <Section title={words.record_amounts}>
        <FactList facts={useAmounts(credit_case, standing.data)} amounts />
      </Section>
      <Section title={words.case_so_far}>
        <Stages credit_case={credit_case} />
      </Section>
      <StepsInShort record_key={case_key} family="credit_cases" />
      <Section title={words.record_data}>
        <FactList facts={useData(credit_case, case_key)} />
      </Section>
    </Settled>
  )
}

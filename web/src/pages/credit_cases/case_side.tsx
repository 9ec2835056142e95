import { useQuery } from '@tanstack/react-query'
import { dossierQuery } from '../../api/credit_cases.ts'
import { outlooksQuery } from '../../api/follow_up.ts'
import { type CreditCase, debtorQuery, type RecordKey, type Standing, standingQuery } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { MailLinks, PhoneLink } from '../../parts/reach_links.tsx'
import { askedFacts } from '../../parts/records/asked.ts'
import { type Fact, FactList, Facts } from '../../parts/records/facts.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { WhatComesNext } from '../../parts/records/what_comes_next.tsx'
import { Section } from '../../parts/section.tsx'
import { Settled } from '../../parts/settled.tsx'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Dossier } from './hand_over.tsx'
import { Stages } from './stages.tsx'

type Props = { credit_case: CreditCase; case_key: RecordKey }

/** What is asked, what comes next, what is there to hand over, and how it came so far; all of it comes together. */
export function CaseSide({ credit_case, case_key }: Props) {
  const { words } = useWords()
  const { administration_id } = case_key
  const standing = useQuery(standingQuery(case_key, 'credit_cases'))
  const outlooks = useQuery(outlooksQuery(case_key, 'credit_cases'))
  const dossier = useQuery(dossierQuery(case_key))
  const debtor = useQuery(debtorQuery({ administration_id, id: credit_case.debtor_id }))
  const all = [standing, outlooks, dossier, debtor]
  return (
    <Settled pending={all.map(({ isPending }) => isPending)} rows={8}>
      <WhatComesNext record_key={case_key} family="credit_cases" holds={standing.data?.holds ?? []} />
      <Section title={words.record_amounts} sentence={words.case_amounts_sentence}>
        <FactList facts={useAmounts(credit_case, standing.data)} amounts />
      </Section>
      {dossier.data && (
        <Section title={words.hand_over_heading} sentence={words.hand_over_sentence}>
          <Dossier dossier={dossier.data} handed_at={credit_case.forwarded_to_bailiff_at} />
        </Section>
      )}
      <Section title={words.case_so_far}>
        <Stages credit_case={credit_case} />
      </Section>
      <Facts title={words.record_data} facts={useData(credit_case, case_key)} />
    </Settled>
  )
}

export function useAmounts(credit_case: CreditCase, standing: Standing | undefined): Fact[] {
  const { words, language } = useWords()
  const money = (amount: string): string => sayMoney(amount, credit_case.currency_code, language)
  return [
    ...(credit_case.deactivated_at
      ? [[words.record_open_amount, money(credit_case.open_amount)] satisfies Fact]
      : askedFacts(standing?.sums ?? [], words, language)),
    [words.record_total_amount, money(credit_case.total_amount)],
  ]
}

export function useData(credit_case: CreditCase, { administration_id }: RecordKey): Fact[] {
  const { words } = useWords()
  const { data: debtor } = useQuery(debtorQuery({ administration_id, id: credit_case.debtor_id }))
  const mail = debtor?.reminder_email_address || debtor?.primary_email_address
  const moment = (at: string | null) => at && <Moment key={at} at={at} />
  const plan_id = credit_case.active_payment_plan_id
  return [
    [
      words.record_debtor,
      <RecordLink family="debtors" key="debtor" administration_id={administration_id} id={credit_case.debtor_id}>
        {debtor?.name ?? credit_case.debtor_id}
      </RecordLink>,
    ],
    [words.record_phone, debtor?.call_phone_number && <PhoneLink key="phone" number={debtor.call_phone_number} />],
    [words.case_mail, mail && <MailLinks key="mail" addresses={mail} />],
    [
      words.plans_plan,
      plan_id && (
        <RecordLink family="payment_plans" key="plan" administration_id={administration_id} id={plan_id}>
          {words.plan_active}
        </RecordLink>
      ),
    ],
    [words.record_started_at, moment(credit_case.started_at)],
    [words.record_closed, moment(credit_case.deactivated_at)],
    [words.record_updated_at, moment(credit_case.updated_at)],
  ]
}

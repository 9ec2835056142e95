import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { dossierQuery } from '../../api/credit_cases.ts'
import { type CreditCase, creditCaseQuery, debtorQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { CallForm } from '../../parts/calls/call_form.tsx'
import { News } from '../../parts/conversation/news.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { sayStage } from '../../parts/records/stage.ts'
import { Workplace } from '../../parts/records/workplace.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { fill } from '../../words/fill.ts'
import { sayShortDay } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { CaseActs, type CaseFilling } from './case_acts.tsx'
import { CaseSide } from './case_side.tsx'
import { CaseTab } from './case_tabs.tsx'
import classes from './credit_case.module.css'
import { HandOverForm } from './hand_over.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/credit_cases/$record_id')

export function CreditCasePage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/credit_cases"
      params={{ administration_id: params.administration_id }}
      search={keptSearch('credit_cases', params.administration_id)}
    >
      {words.nav_cases}
    </Link>
  )
  return (
    <RecordPage params={params} query={creditCaseQuery} list="credit_cases" back={back}>
      {(credit_case, case_key) => <Content credit_case={credit_case} case_key={case_key} />}
    </RecordPage>
  )
}

type ContentProps = { credit_case: CreditCase; case_key: RecordKey }

function Content({ credit_case, case_key }: ContentProps) {
  const { words } = useWords()
  const { tab = 'calculation' } = route.useSearch()
  const [filling, setFilling] = useState<CaseFilling | null>(null)
  const { data: panel } = useQuery(todayPanelQuery(case_key.administration_id, credit_case.debtor_id))
  const { data: dossier } = useQuery(dossierQuery(case_key))
  const about = { credit_case, case_key }
  return (
    <>
      <PageHeading
        title={`${words.record_case} ${credit_case.credit_case_number}`}
        views={<Marks credit_case={credit_case} case_key={case_key} />}
      />
      <Workplace
        acts={<CaseActs {...about} filling={filling} onFill={panel && dossier ? setFilling : undefined} />}
        form={filling !== null && <Form {...about} filling={filling} onClose={() => setFilling(null)} />}
        tabs={[
          { id: 'calculation', label: words.case_tab_calculation },
          { id: 'conversation', label: words.record_tab_conversation },
          { id: 'invoices', label: words.case_tab_invoices, count: dossier?.invoices.length },
          { id: 'letters', label: words.case_tab_letters, count: dossier?.letters.length },
          { id: 'portal', label: words.portal_link },
        ]}
        shown={tab}
        news={<News record_key={case_key} family="credit_cases" />}
        side={<CaseSide {...about} />}
      >
        <CaseTab {...about} tab={tab} />
      </Workplace>
    </>
  )
}

/** Whose case it is, and how it stands. */
function Marks({ credit_case, case_key }: ContentProps) {
  const { words, language } = useWords()
  const { administration_id } = case_key
  const { debtor_id, deactivated_at, labels, started_at } = credit_case
  const { data: debtor } = useQuery(debtorQuery({ administration_id, id: debtor_id }))
  const { data: standing } = useQuery(standingQuery(case_key, 'credit_cases'))
  const stage = standing?.stage && !deactivated_at && sayStage(standing.stage, standing.days_in_stage ?? 0, words)
  return (
    <div className={classes.marks}>
      {debtor && (
        <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
          {debtor.name}
        </RecordLink>
      )}
      <Badges
        badges={[...(deactivated_at ? [{ text: words.record_closed }] : []), ...(stage ? [{ text: stage }] : [])]}
      />
      <Badges
        badges={[
          ...holdBadges(standing?.holds ?? [], words, language),
          ...(labels ?? []).map(({ name }) => ({ text: name })),
        ]}
      />
      <span className="hint">
        {fill(standing?.opened_by ? words.case_opened_by : words.case_opened, {
          day: sayShortDay(started_at, language),
          name: standing?.opened_by ?? '',
        })}
        {debtor?.relation_manager && ` · ${words.segment_owner}: ${debtor.relation_manager}`}
      </span>
    </div>
  )
}

type FormProps = ContentProps & { filling: CaseFilling; onClose: () => void }

function Form({ credit_case, case_key, filling, onClose }: FormProps) {
  const { administration_id } = case_key
  const { data: panel } = useQuery(todayPanelQuery(administration_id, credit_case.debtor_id))
  if (filling === 'hand_over') return <HandOverForm {...{ credit_case, case_key, onClose }} />
  if (!panel) return null
  if (filling === 'call') return <CallForm {...{ administration_id, panel }} onSaved={onClose} />
  return <ActForm key={filling} {...{ administration_id, panel, onClose }} act={filling} />
}

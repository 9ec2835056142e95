import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Debtor, debtorQuery, invoiceListQuery, type RecordKey, standingQuery } from '../../api/records.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { CallForm } from '../../parts/calls/call_form.tsx'
import type { Filling } from '../../parts/calls/fill_buttons.tsx'
import { Composer } from '../../parts/composer/composer.tsx'
import { Conversation } from '../../parts/conversation/conversation.tsx'
import { News } from '../../parts/conversation/news.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { holdBadges } from '../../parts/records/holds.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Workplace, WorkSheet } from '../../parts/records/workplace.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { useCurrency } from '../../session/use_currency.ts'
import { useWords } from '../../words/words.tsx'
import { Reach } from './contacts.tsx'
import { DebtorActs } from './debtor_acts.tsx'
import { DebtorData } from './debtor_data.tsx'
import { DebtorSide } from './debtor_side.tsx'
import { InvoicesOfDebtor, LettersOfDebtor, openOf } from './debtor_tabs.tsx'
import classes from './debtors.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/debtors/$record_id')

export function DebtorPage() {
  const params = route.useParams()
  const { words } = useWords()
  const back = (
    <Link
      to="/administrations/$administration_id/debtors"
      params={{ administration_id: params.administration_id }}
      search={keptSearch('debtors', params.administration_id)}
    >
      {words.nav_debtors}
    </Link>
  )
  return (
    <RecordPage params={params} query={debtorQuery} list="debtors" back={back}>
      {(debtor, debtor_key) => <Content debtor={debtor} debtor_key={debtor_key} />}
    </RecordPage>
  )
}

type ContentProps = { debtor: Debtor; debtor_key: RecordKey }

function Content({ debtor, debtor_key }: ContentProps) {
  const { words, language } = useWords()
  const { tab = 'conversation' } = route.useSearch()
  const [filling, setFilling] = useState<Filling | null>(null)
  const { administration_id, id } = debtor_key
  const standing = useQuery(standingQuery(debtor_key, 'debtors'))
  const panel = useQuery(todayPanelQuery(administration_id, id))
  const open = useInfiniteQuery(invoiceListQuery(administration_id, openOf(id)))
  const holds = standing.data?.holds ?? []
  const close = (): void => setFilling(null)
  const about = { administration_id, panel: panel.data }
  return (
    <>
      <PageHeading
        title={debtor.name}
        views={
          <div className={classes.marks}>
            <span className="hint" data-number>
              {[debtor.debtor_number, debtor.relation_manager && `${words.segment_owner}: ${debtor.relation_manager}`]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <Badges
              badges={[
                ...(debtor.labels ?? []).map(({ name }) => ({ text: name })),
                ...holdBadges(holds, words, language),
              ]}
            />
          </div>
        }
      />
      <Workplace
        acts={
          <DebtorActs
            debtor={debtor}
            debtor_key={debtor_key}
            holds={standing.data?.holds}
            invoices={open.data?.pages.flatMap(({ invoices }) => invoices) ?? []}
            filling={filling}
            onFill={panel.data ? setFilling : undefined}
          />
        }
        form={
          about.panel &&
          filling !== null &&
          (filling === 'call' ? (
            <CallForm key="call" administration_id={administration_id} panel={about.panel} onSaved={close} />
          ) : (
            <ActForm
              key={filling}
              administration_id={administration_id}
              panel={about.panel}
              act={filling}
              onClose={close}
            />
          ))
        }
        tabs={[
          { id: 'conversation', label: words.record_tab_conversation },
          { id: 'invoices', label: words.debtor_tab_invoices, count: panel.data?.open_invoices },
          { id: 'letters', label: words.debtor_tab_letters },
          { id: 'data', label: words.record_data },
        ]}
        shown={tab}
        reach={<Reach debtor={debtor} debtor_key={debtor_key} people={panel.data?.people ?? []} />}
        news={<News record_key={debtor_key} family="debtors" />}
        side={<DebtorSide debtor={debtor} debtor_key={debtor_key} />}
      >
        <Shown tab={tab} debtor={debtor} debtor_key={debtor_key} />
      </Workplace>
    </>
  )
}

function Shown({ tab, debtor, debtor_key }: ContentProps & { tab: string }) {
  const currency_code = useCurrency(debtor_key.administration_id)
  if (tab === 'invoices' || tab === 'letters' || tab === 'data') {
    return (
      <WorkSheet key={tab}>
        {tab === 'invoices' && <InvoicesOfDebtor debtor={debtor} debtor_key={debtor_key} />}
        {tab === 'letters' && <LettersOfDebtor debtor_key={debtor_key} />}
        {tab === 'data' && <DebtorData debtor={debtor} debtor_key={debtor_key} />}
      </WorkSheet>
    )
  }
  return (
    <Conversation
      record_key={debtor_key}
      family="debtors"
      currency_code={currency_code}
      foot={
        <Composer subject={{ administration_id: debtor_key.administration_id, debtor_id: debtor_key.id }} compact />
      }
    />
  )
}

import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type TodayList, type TodayTab, todayQuery } from '../../api/today.ts'
import { FirstHour, useIsEmpty } from '../../parts/first_hour/first_hour.tsx'
import { Icon } from '../../parts/icons.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useOpenRow } from '../../parts/table/use_open_row.ts'
import { useOpening } from '../../parts/table/use_opening.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { useCurrency } from '../../session/use_currency.ts'
import { useRole } from '../../session/use_role.ts'
import { useToday } from '../../session/use_today.ts'
import { fill } from '../../words/fill.ts'
import { sayLongDay, sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { How, TodayKeys } from './keys.tsx'
import { Nothing } from './nothing.tsx'
import { Panel } from './panel.tsx'
import classes from './today.module.css'
import { TodayRows } from './today_rows.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id')
const tabs = ['mine', 'everybody', 'put_off', 'done'] as const

/** Who to contact first, and why; beside it what a call with them needs. On a phone there is one of the two. */
export function TodayPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  return (
    <WithinReach administration_id={administration_id}>
      <FirstOrWork key={administration_id} administration_id={administration_id} title={words.nav_today} />
    </WithinReach>
  )
}

type WorkProps = { administration_id: string; title: string }

/** Where nothing has come in yet there is nobody to contact: the page leads to the first invoices. */
function FirstOrWork({ administration_id, title }: WorkProps) {
  const { words } = useWords()
  if (useIsEmpty(administration_id) !== true) return <TodayWork {...{ administration_id, title }} />
  return (
    <>
      <PageHeading title={title} views={<span className="hint">{words.today_no_invoices}</span>} />
      <FirstHour administration_id={administration_id} />
    </>
  )
}

function TodayWork({ administration_id, title }: WorkProps) {
  const { words, language } = useWords()
  const search = route.useSearch()
  const chosen_tab = tabs.find((one) => one === search.tab)
  // Until somebody chooses, it is their own list; where nothing is theirs, that of everybody.
  const own = useQuery({ ...todayQuery(administration_id, 'mine'), enabled: chosen_tab === undefined })
  const tab: TodayTab = chosen_tab ?? (countOf(own.data, 'mine') > 0 ? 'mine' : 'everybody')
  const tab_known = chosen_tab !== undefined || !own.isPending
  const query = useQuery({ ...todayQuery(administration_id, tab), enabled: tab_known })
  const debtors = query.data?.debtors ?? []
  const { may_work } = useRole(administration_id)
  const [explained, setExplained] = useState(false)
  const ids = tab_known ? query.data?.debtors.map(({ debtor_id }) => debtor_id) : undefined
  const { current, place, gone, choose, move, goOn, leadBack } = useOpenDebtor(ids)
  useKeys({
    j: [words.keys_next, () => move(1)],
    k: [words.keys_previous, () => move(-1)],
    Escape: [words.keys_close, () => choose(undefined)],
  })
  return (
    <>
      <PageHeading
        title={title}
        views={<span className="hint">{sayLongDay(useToday(administration_id), language)}</span>}
        action={<Progress list={query.data} />}
      />
      <div
        className={classes.page}
        data-fill
        data-chosen={search.debtor !== undefined || undefined}
        data-empty={(query.isSuccess && debtors.length === 0 && current === null) || undefined}
      >
        <div className={classes.work}>
          <Tabs administration_id={administration_id} tab={tab} list={query.data} onHow={() => setExplained(true)} />
          <Listing query={query} count={debtors.length} expected={12} empty={<Nothing tab={tab} list={query.data} />}>
            <TodayRows
              debtors={debtors}
              tab={tab}
              current={current}
              currency={useCurrency(administration_id) ?? 'EUR'}
              onChoose={choose}
            />
            {countOf(query.data, tab) > debtors.length && (
              <p className={classes.more}>{fill(words.today_more, { count: sayNumber(debtors.length, language) })}</p>
            )}
          </Listing>
          <TodayKeys may_work={may_work} />
        </div>
        {current !== null && (
          <Panel
            key={current}
            administration_id={administration_id}
            debtor_id={current}
            tab={tab}
            place={place + 1}
            count={countOf(query.data, tab)}
            gone={gone}
            may_work={may_work}
            onBack={() => choose(undefined)}
            onDone={() => goOn(current)}
            onUndone={() => leadBack(current)}
          />
        )}
      </div>
      <Modal
        opened={explained}
        onClose={() => setExplained(false)}
        title={words.today_how_title}
        centered
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <How />
      </Modal>
    </>
  )
}

/** Which debtor is open beside the list; one that was chosen stands in the address. */
function useOpenDebtor(ids: readonly string[] | undefined) {
  const { tab, debtor } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = useOpening(debtor, (debtor_id, replace) => {
    const kept = tab === undefined ? {} : { tab }
    void navigate({ search: { ...kept, ...(debtor_id ? { debtor: debtor_id } : {}) }, replace })
  })
  return { ...useOpenRow({ ids, list: tab ?? '', chosen: debtor, choose }), choose }
}

const countOf = (list: TodayList | undefined, tab: TodayTab): number =>
  list?.counts.find((one) => one.tab === tab)?.debtors ?? 0

/** How far the day is. */
function Progress({ list }: { list: TodayList | undefined }) {
  const { words, language } = useWords()
  if (!list) return null
  const done = countOf(list, 'done')
  const all = done + countOf(list, 'everybody')
  if (all === 0) return null
  return (
    <span className={classes.progress}>
      {fill(words.today_progress, { done: sayNumber(done, language), all: sayNumber(all, language) })}
      <span className={classes.track} aria-hidden="true">
        <span className={classes.filled} style={{ width: `${(100 * done) / all}%` }} />
      </span>
    </span>
  )
}

type TabsProps = { administration_id: string; tab: TodayTab; list: TodayList | undefined; onHow: () => void }

function Tabs({ administration_id, tab, list, onHow }: TabsProps) {
  const { words, language } = useWords()
  return (
    <div className={classes.bar}>
      <nav className={classes.tabs} aria-label={words.nav_today}>
        {tabs.map((one) => (
          <Link
            key={one}
            to="/administrations/$administration_id"
            params={{ administration_id }}
            search={{ tab: one }}
            className={classes.tab}
            data-current={one === tab || undefined}
            aria-current={one === tab ? 'page' : undefined}
            activeProps={{}}
          >
            {words[`today_tab_${one}`]}{' '}
            {list && <span className={classes.count}>{sayNumber(countOf(list, one), language)}</span>}
          </Link>
        ))}
      </nav>
      <span className={classes.ranked}>{words.today_ranked}</span>
      <Button variant="subtle" size="compact-sm" leftSection={<Icon name="info" size={16} />} onClick={onHow}>
        {words.today_how}
      </Button>
    </div>
  )
}

import { TextInput } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type RefObject, useRef } from 'react'
import { conversationsQuery, type InboxPage as InboxAnswer, type InboxTab } from '../../api/inbox.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useOpenRow } from '../../parts/table/use_open_row.ts'
import { useOpening } from '../../parts/table/use_opening.ts'
import { useSearchText } from '../../parts/table/use_search_text.ts'
import { ViewTabs } from '../../parts/table/view_tabs.tsx'
import { useKeys } from '../../parts/use_keys.ts'
import { useWords } from '../../words/words.tsx'
import { ConversationRows } from './conversation_rows.tsx'
import { ConversationView } from './conversation_view.tsx'
import classes from './inbox.module.css'
import { Nothing } from './nothing.tsx'
import { Tray } from './tray.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/inbox')
const tabs = ['open', 'mine', 'unassigned', 'waiting', 'done'] as const

/** Conversations with debtors, and beside them the one that is read. On a phone there is one of the two. */
export function InboxPage() {
  const { administration_id } = route.useParams()
  const { tab } = route.useSearch()
  return (
    <WithinReach administration_id={administration_id}>
      <Inbox key={`${administration_id} ${tab ?? ''}`} administration_id={administration_id} />
    </WithinReach>
  )
}

function Inbox({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { text = '', ...search } = route.useSearch()
  const navigate = route.useNavigate()
  const tab: InboxTab = tabs.find((one) => one === search.tab) ?? 'open'
  const strangers = search.tab === 'strangers'
  const query = useInfiniteQuery(conversationsQuery(administration_id, tab, text))
  const [first_page] = query.data?.pages ?? []
  const conversations = query.data?.pages.flatMap((page) => page.conversations) ?? []
  const ids = query.data && !query.isPlaceholderData ? conversations.map(({ id }) => id) : undefined
  const { current, choose, move, goOn } = useOpenConversation(ids)
  const box = useRef<HTMLInputElement>(null)
  useKeys({
    // Those of the tray are its own.
    ...(!strangers && {
      j: [words.keys_next, () => move(1)],
      k: [words.keys_previous, () => move(-1)],
      Enter: [words.keys_open, () => current && choose(current)],
      Escape: [words.keys_close, () => choose(undefined)],
    }),
    '/': [words.search_label, () => box.current?.focus()],
  })
  const onSearch = (wanted: string): void =>
    void navigate({ search: { ...(search.tab ? { tab: search.tab } : {}), ...(wanted ? { text: wanted } : {}) } })
  return (
    <>
      <PageHeading
        title={words.nav_messages}
        views={<Tabs list={first_page} shown={strangers ? 'strangers' : tab} />}
        action={
          <>
            <Link className="link" to="/administrations/$administration_id/reply_texts" params={{ administration_id }}>
              {words.replies}
            </Link>
            <Search text={text} onSearch={onSearch} box={box} />
          </>
        }
      />
      {strangers ? (
        <Tray administration_id={administration_id} />
      ) : (
        <div
          className={classes.page}
          data-fill
          data-chosen={search.conversation ? true : undefined}
          data-empty={(query.isSuccess && conversations.length === 0 && current === null) || undefined}
        >
          <div className={classes.list}>
            <Listing
              query={query}
              count={conversations.length}
              expected={8}
              empty={<Nothing {...{ administration_id, tab, text, list: first_page }} />}
            >
              <ConversationRows
                conversations={conversations}
                currency={first_page?.currency_code ?? 'EUR'}
                current={current}
                onChoose={choose}
              />
            </Listing>
          </div>
          {current !== null && query.data && (
            <ConversationView
              key={current}
              administration_id={administration_id}
              id={current}
              colleagues={first_page?.colleagues ?? []}
              onBack={() => choose(undefined)}
              onDone={() => goOn(current)}
            />
          )}
        </div>
      )}
    </>
  )
}

/** Which conversation is read; one that was chosen stands in the address. */
function useOpenConversation(ids: readonly string[] | undefined) {
  const { conversation, tab, text } = route.useSearch()
  const navigate = route.useNavigate()
  const choose = useOpening(conversation, (id, replace) => {
    const kept = { ...(tab ? { tab } : {}), ...(text ? { text } : {}) }
    void navigate({ search: { ...kept, ...(id ? { conversation: id } : {}) }, replace })
  })
  const open = useOpenRow({ ids, list: text ?? '', chosen: conversation, choose })
  const goOn = (id: string): void => {
    // What was found stays on the list when it is done; where it is the only one, it stays open too.
    if (text === undefined || ids?.length !== 1) open.goOn(id)
  }
  return { ...open, choose, goOn }
}

function Tabs({ list, shown }: { list: InboxAnswer | undefined; shown: string }) {
  const { words } = useWords()
  const countOf = (tab: string): number | undefined => list?.counts.find((one) => one.tab === tab)?.conversations
  const strangers = countOf('strangers') ?? 0
  const views = [
    ...tabs.map((tab) => ({
      ...{ id: tab as string, label: words[`messages_tab_${tab}`], search: { tab } },
      count: tab === 'done' ? undefined : countOf(tab),
    })),
    // It is there only while something waits, or is looked at.
    ...(strangers > 0 || shown === 'strangers'
      ? [{ id: 'strangers', label: words.messages_tab_strangers, count: strangers, search: { tab: 'strangers' } }]
      : []),
  ]
  return <ViewTabs label={words.nav_messages} views={views} shown={shown} />
}

type SearchProps = { text: string; onSearch: (text: string) => void; box: RefObject<HTMLInputElement | null> }

function Search({ text, onSearch, box }: SearchProps) {
  const { words } = useWords()
  const { written, setWritten } = useSearchText(text, onSearch)
  return (
    <TextInput
      ref={box}
      type="search"
      className={classes.search}
      aria-label={words.messages_search}
      placeholder={words.messages_search}
      rightSection={<kbd>/</kbd>}
      value={written}
      onChange={(event) => setWritten(event.currentTarget.value)}
    />
  )
}

import { ActionIcon, Button, Menu } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Fragment, useEffect, useRef } from 'react'
import { ask } from '../../api/client.ts'
import {
  askedIn,
  type Conversation,
  type ConversationState,
  conversationQuery,
  type InboxPage,
  lastSeen,
  markConversation,
} from '../../api/inbox.ts'
import { lastRead } from '../../api/last_read.ts'
import { markMessage, workDone } from '../../api/work.ts'
import { Chooser } from '../../parts/composer/chooser.tsx'
import { Composer } from '../../parts/composer/composer.tsx'
import type { Sent } from '../../parts/composer/use_composer.ts'
import { Icon } from '../../parts/icons.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useAttempt } from '../../parts/use_attempt.ts'
import { useKeys } from '../../parts/use_keys.ts'
import { useSignedIn } from '../../session/signed_in.ts'
import { useRole } from '../../session/use_role.ts'
import { counted, fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { DebtorSide } from './debtor_side.tsx'
import classes from './inbox.module.css'
import { SaidView } from './said_view.tsx'

type Props = {
  administration_id: string
  id: string
  colleagues: InboxPage['colleagues']
  onBack: () => void
  onDone: () => void
}

/** One conversation: what was said, the answer, and beside it the debtor. */
export function ConversationView(props: Props) {
  const query = useQuery(conversationQuery(props.administration_id, props.id))
  const { error } = lastRead(query)
  if (error) {
    return (
      <section className={classes.thread}>
        <LoadFailed error={error} retry={() => void query.refetch()} />
      </section>
    )
  }
  if (!query.data) {
    return (
      <section className={classes.thread}>
        <RowsLoading rows={5} />
      </section>
    )
  }
  return <Shown {...props} conversation={query.data} />
}

type ShownProps = Props & { conversation: Conversation }

function Shown(props: ShownProps) {
  const { words } = useWords()
  const { administration_id, conversation, onBack, onDone } = props
  const { may_write } = useRole(administration_id)
  const { subject, debtor_id, debtor_name, said } = conversation
  const mark = useMark(props)
  const scroll = useRef<HTMLDivElement>(null)
  // The newest is read first; what comes in later moves nothing.
  useEffect(() => {
    if (scroll.current) scroll.current.scrollTop = scroll.current.scrollHeight
  }, [])
  const sent = ({ way, next }: Sent): void => {
    if (way === 'mail' && next) mark.attempt('done', false)
  }
  const count = said.filter(({ kind }) => kind !== 'note').length
  return (
    <>
      <section className={classes.thread} aria-label={words.messages_conversation}>
        <header className={classes.head}>
          <ActionIcon variant="subtle" className={classes.back} aria-label={words.messages_back} onClick={onBack}>
            <Icon name="back" />
          </ActionIcon>
          <div className={classes.title}>
            <h2 className={classes.name} title={subject ?? undefined}>
              {subject || words.messages_no_subject}
            </h2>
            <p className={classes.meta}>
              <RecordLink family="debtors" administration_id={administration_id} id={debtor_id}>
                {debtor_name}
              </RecordLink>{' '}
              · {counted(count, words.messages_count_one, words.messages_count)} ·{' '}
              {words[`messages_state_${conversation.state}`]}
            </p>
          </div>
          {may_write && <Verbs {...props} mark={mark} />}
        </header>
        <div className={classes.said} ref={scroll}>
          {said.map((one) => (
            <Fragment key={`${one.kind} ${one.id}`}>
              <SaidView of={one} debtor_name={debtor_name} />
            </Fragment>
          ))}
        </div>
        <div className={classes.compose}>
          <Composer
            subject={{
              ...{ administration_id, debtor_id },
              ...{ invoice_id: conversation.invoice_id, invoice_number: conversation.invoice_number },
              ...{ credit_case_id: conversation.credit_case_id, credit_case_number: conversation.credit_case_number },
              reply: {
                ...{ conversation_id: conversation.id, to: conversation.reply_to, subject: answerTo(subject) },
                seen_message_id: lastSeen(conversation),
                asked: askedIn(conversation),
              },
            }}
            onSent={sent}
            next={words.messages_send_next}
          />
        </div>
      </section>
      <DebtorSide administration_id={administration_id} conversation={conversation} />
    </>
  )

  function answerTo(asked: string | null): string {
    const plain = (asked ?? '').replace(/^(\s*(re|aw|antw|antwort|sv)\s*(\[\d+\])?\s*:)+\s*/i, '')
    return plain === '' ? '' : `Re: ${plain}`
  }

  function useMark({ id }: ShownProps) {
    const queries = useQueryClient()
    const say = useNotice()
    return useAttempt(async (state: ConversationState, notify: boolean = true) => {
      const takeBack = await markConversation(
        { administration_id, conversation_id: id, state, seen_message_id: lastSeen(conversation) },
        conversation.state,
      )
      if (notify) {
        say(fill(words[`messages_marked_${state}`], { debtor: debtor_name }), () =>
          takeBack().then(() => workDone(queries)),
        )
      }
      if (state !== 'open') onDone()
      await workDone(queries)
    })
  }
}

type VerbsProps = ShownProps & { mark: { busy: boolean; attempt: (state: ConversationState) => void } }

/** Gives it to a colleague, is done with it, or says what it waits for. */
function Verbs({ administration_id, conversation, colleagues, mark }: VerbsProps) {
  const { words } = useWords()
  const { person } = useSignedIn()
  const queries = useQueryClient()
  const say = useNotice()
  const { id, state, assigned_to, assigned_to_user_id, said } = conversation
  const done = state === 'done'
  useKeys({ e: [words.today_done, () => done || mark.busy || mark.attempt('done')] })
  const assign = useAttempt(async (user_id: string) => {
    await ask('conversation_verbs.assign', {
      ...{ administration_id, conversation_id: id },
      ...(user_id === nobody ? {} : { user_id }),
    })
    const name = colleagues.find((one) => one.id === user_id)?.name
    say(name ? fill(words.messages_given, { name }) : words.messages_given_nobody)
    await workDone(queries)
  })
  const unread = useAttempt(async () => {
    const last = said.findLast(({ kind }) => kind === 'message')
    if (last) await markMessage({ administration_id, id: last.id }, false)
    say(words.messages_marked_unread)
    await workDone(queries)
  })
  const others = colleagues.filter((one) => one.id !== person.id)
  return (
    <div className={classes.verbs}>
      <Chooser
        label={assigned_to ?? words.messages_assign_verb}
        icon="person"
        shortcut="a"
        numbered
        outlined
        choices={[
          { value: person.id, label: words.messages_me },
          ...others.map((one) => ({ value: one.id, label: one.name })),
          ...(assigned_to_user_id ? [{ value: nobody, label: words.messages_nobody }] : []),
        ]}
        onChoose={assign.attempt}
      />
      <Button
        variant="default"
        loading={mark.busy}
        leftSection={<Icon name="check" size={16} />}
        rightSection={done ? undefined : <kbd>E</kbd>}
        onClick={() => mark.attempt(done ? 'open' : 'done')}
      >
        {done ? words.messages_reopen : words.messages_done}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" className={classes.more} aria-label={words.messages_more}>
            <Icon name="dots" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {state !== 'waiting' && (
            <Menu.Item onClick={() => mark.attempt('waiting')}>{words.messages_mark_waiting}</Menu.Item>
          )}
          {!conversation.unread && <Menu.Item onClick={() => unread.attempt()}>{words.messages_mark_unread}</Menu.Item>}
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}

const nobody = 'nobody'

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { letterQuery, type ShownLetter } from '../../api/outbox.ts'
import { todayPanelQuery } from '../../api/today.ts'
import { ActForm } from '../../parts/calls/act_form.tsx'
import { FillButtons } from '../../parts/calls/fill_buttons.tsx'
import type { Act } from '../../parts/calls/save_act.ts'
import { Composer } from '../../parts/composer/composer.tsx'
import { Conversation } from '../../parts/conversation/conversation.tsx'
import { Icon } from '../../parts/icons.tsx'
import { LetterFrame } from '../../parts/letter_frame.tsx'
import { Note } from '../../parts/note.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Badges } from '../../parts/records/badges.tsx'
import { RecordPage } from '../../parts/records/record_page.tsx'
import { Workplace, WorkSheet } from '../../parts/records/workplace.tsx'
import { keptSearch } from '../../parts/table/last_search.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'
import { LetterSide } from './letter_side.tsx'
import classes from './letters.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id/letters/$record_id')

/** One letter, exactly as it went out, and what can be done about it. */
export function LetterPage() {
  const params = route.useParams()
  const { words } = useWords()
  const { administration_id } = params
  const back = (
    <Link
      to="/administrations/$administration_id/letters"
      params={{ administration_id }}
      search={keptSearch('letters', administration_id)}
    >
      {words.nav_letters}
    </Link>
  )
  return (
    <RecordPage params={params} query={letterQuery} back={back}>
      {(letter) => <Content letter={letter} administration_id={administration_id} />}
    </RecordPage>
  )
}

type Props = { letter: ShownLetter; administration_id: string }

const failed = new Set(['bounced', 'failed', 'withdrawn'])

function Content({ letter, administration_id }: Props) {
  const { words } = useWords()
  const [act, setAct] = useState<Act | null>(null)
  const { tab = 'letter' } = route.useSearch()
  const { data: panel } = useQuery(todayPanelQuery(administration_id, letter.debtor_id))
  const step = sayType(words, 'step', letter.step)
  return (
    <>
      <PageHeading
        title={letter.subject ?? step}
        views={
          <Badges
            badges={[
              {
                text: sayType(words, 'letter_status', letter.status),
                ...(failed.has(letter.status) && { tone: 'bad' as const }),
              },
              ...(letter.subject === null ? [] : [{ text: step }]),
            ]}
          />
        }
      />
      <Workplace
        acts={<LetterActs {...{ letter, administration_id, act }} onAct={panel ? setAct : undefined} />}
        form={
          panel &&
          act !== null && <ActForm key={act} {...{ administration_id, panel, act }} onClose={() => setAct(null)} />
        }
        tabs={[
          { id: 'letter', label: letter.html === null ? words.letters_content : words.letters_as_seen },
          ...(letter.html === null ? [] : [{ id: 'text', label: words.letters_as_text }]),
          { id: 'conversation', label: words.record_tab_conversation },
        ]}
        shown={tab}
        side={<LetterSide letter={letter} administration_id={administration_id} />}
      >
        <Shown tab={tab} letter={letter} administration_id={administration_id} />
      </Workplace>
    </>
  )
}

type ActsProps = Props & { act: Act | null; onAct: ((act: Act | null) => void) | undefined }

/** The letter itself as paper, and what can be agreed with whoever got it. */
function LetterActs({ letter: { document_url, debtor_id, debtor_name }, administration_id, act, onAct }: ActsProps) {
  const { words } = useWords()
  return (
    <>
      {document_url && (
        <Button
          component="a"
          href={document_url}
          target="_blank"
          rel="noreferrer"
          leftSection={<Icon name="letters" size={16} />}
        >
          {words.letters_open_pdf}
        </Button>
      )}
      <FillButtons
        administration_id={administration_id}
        fillings={['promise', 'dispute', 'task']}
        filling={act}
        // Calls are with debtors, and are not offered here.
        onFill={onAct && ((filling) => filling !== 'call' && onAct(filling))}
      />
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            to="/administrations/$administration_id/debtors/$record_id"
            params={{ administration_id, record_id: debtor_id }}
            {...props}
          />
        )}
      >
        {debtor_name}
      </Button>
    </>
  )
}

function Shown({ tab, letter, administration_id }: Props & { tab: string }) {
  if (tab === 'conversation') {
    const { debtor_id } = letter
    return (
      <Conversation
        record_key={{ administration_id, id: debtor_id }}
        family="debtors"
        currency_code={letter.currency_code ?? 'EUR'}
        foot={<Composer subject={{ administration_id, debtor_id }} compact />}
      />
    )
  }
  return (
    <WorkSheet key={tab}>
      <Body letter={letter} as_text={tab === 'text' || letter.html === null} />
    </WorkSheet>
  )
}

function Body({ letter, as_text }: { letter: ShownLetter; as_text: boolean }) {
  const { words } = useWords()
  if (letter.html === null && letter.text === null) {
    return (
      <Note>
        <p>{words.letters_not_written}</p>
      </Note>
    )
  }
  return (
    <div className={classes.sheet}>
      {as_text || letter.html === null ? (
        <pre className={classes.plain}>{letter.text}</pre>
      ) : (
        <LetterFrame title={letter.subject ?? words.letters_letter} html={letter.html} tall />
      )}
    </div>
  )
}

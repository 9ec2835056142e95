import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import { flowIn, flowsQuery } from '../../api/flows.ts'
import { comingQuery, type LetterTextKey, letterTotalsQuery } from '../../api/outbox.ts'
import { counted, fill } from '../../words/fill.ts'
import { sayNumber } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './letters.module.css'

type Props = { administration_id: string; step: LetterTextKey['step'] }

/** Whom a change concerns: flows that send it, and letters of this step that come, wait and went, in every language. */
export function TextUse({ administration_id, step }: Props) {
  const { words, language } = useWords()
  const { data: totals } = useQuery(letterTotalsQuery(administration_id, { show: 'all', step }))
  const params = { administration_id }
  return (
    <dl className={classes.use} aria-label={words.letters_use}>
      <Fact name={words.letters_used_by}>
        <UsedBy administration_id={administration_id} step={step} />
      </Fact>
      <Fact name={words.letters_use_coming}>
        <Coming administration_id={administration_id} step={step} />
      </Fact>
      <Fact name={words.letters_use_unsent}>
        {totals && (
          <Link
            className="link"
            to="/administrations/$administration_id/letters"
            params={params}
            search={{ show: 'unsent', step }}
          >
            {sayNumber(totals.unsent, language)}
          </Link>
        )}
      </Fact>
      <Fact name={words.letters_use_sent}>
        {totals && (
          <Link
            className="link"
            to="/administrations/$administration_id/letters"
            params={params}
            search={{ show: 'sent', step }}
          >
            {counted(totals.sent, words.letters_use_letters_one, words.letters_use_letters)}
          </Link>
        )}
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** Flows in force that have the step. */
function UsedBy({ administration_id, step }: Props) {
  const { words } = useWords()
  const { data } = useQuery(flowsQuery(administration_id))
  if (!data) return null
  const flows = data.flows.filter(({ version, definition }) => {
    const { steps, case_steps } = flowIn(definition)
    return version !== null && [...steps, ...case_steps].some((one) => one.step === step)
  })
  if (flows.length === 0) return words.letters_used_by_none
  return flows.map(({ code, name }, place) => (
    <Fragment key={code}>
      {place > 0 && ', '}
      <Link className="link" to="/administrations/$administration_id/flows/$code" params={{ administration_id, code }}>
        {name}
      </Link>
    </Fragment>
  ))
}

/** How many come within a week; of a long list only its beginning is counted, and that is said. */
function Coming({ administration_id, step }: Props) {
  const { words, language } = useWords()
  const { data } = useInfiniteQuery(comingQuery(administration_id))
  if (!data) return null
  const count = data.pages.flatMap(({ steps }) => steps).filter((one) => one.step === step).length
  const more = data.pages.at(-1)?.cursor !== null
  const said = sayNumber(count, language)
  return (
    <Link
      className="link"
      to="/administrations/$administration_id/outbox"
      params={{ administration_id }}
      search={{ show: 'coming' }}
    >
      {more ? fill(words.letters_use_or_more, { count: said }) : said}
    </Link>
  )
}

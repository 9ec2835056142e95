import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { TodayList, TodayTab } from '../../api/today.ts'
import { useIsEmpty } from '../../parts/first_hour/first_hour.tsx'
import { Empty } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { sayNumber, sayWeekday } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import classes from './today.module.css'

const route = getRouteApi('/signed_in/administrations/$administration_id')

type NothingProps = { tab: TodayTab; list: TodayList | undefined }

/** Nothing to do on this list: what comes next, and one way on. */
export const Nothing = (props: NothingProps) => (
  <div className={classes.nothing}>
    <Instead {...props} />
  </div>
)

function Instead({ tab, list }: NothingProps) {
  const { words, language } = useWords()
  const { administration_id } = route.useParams()
  const empty = useIsEmpty(administration_id)
  const others = list?.counts.find((one) => one.tab === 'everybody')?.debtors ?? 0
  if (tab === 'put_off' || tab === 'done') {
    const way = others > 0 && <Way to="everybody" word={words.today_see_everybody} />
    return <Empty title={tab === 'done' ? words.today_empty_done : words.today_empty_put_off} action={way} />
  }
  if (tab === 'mine' && others > 0) {
    return (
      <Empty title={words.today_empty_mine} action={<Way to="everybody" word={words.today_see_everybody} />}>
        {fill(words.today_empty_mine_sentence, { count: sayNumber(others, language) })}
      </Empty>
    )
  }
  // Whether it is an administration without anything is not known yet.
  if (empty === undefined) return null
  const next = list?.next_day ?? null
  const worked = next !== null || (list?.counts.find((one) => one.tab === 'done')?.debtors ?? 0) > 0
  return (
    <Empty
      shore
      title={worked ? words.today_empty : words.today_empty_calm}
      action={next !== null && <Way to="put_off" word={words.today_see_put_off} />}
    >
      {next === null ? words.today_empty_none : fill(words.today_empty_next, { day: sayWeekday(next, language) })}
    </Empty>
  )
}

function Way({ to, word }: { to: TodayTab; word: string }) {
  const { administration_id } = route.useParams()
  return (
    <Button
      variant="default"
      renderRoot={(props) => (
        <Link to="/administrations/$administration_id" params={{ administration_id }} search={{ tab: to }} {...props} />
      )}
    >
      {word}
    </Button>
  )
}

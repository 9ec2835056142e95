import { Button } from '@mantine/core'
import type { InvoiceShow } from '../../api/records.ts'
import { Empty } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import type { Words } from '../../words/languages.ts'
import { useWords } from '../../words/words.tsx'
import classes from './invoices.module.css'
import { narrowings, useChoice, useGo, widened } from './use_choice.ts'

/** Nothing is on the list: because nothing is there, or because of what it is narrowed down to. */
export function NothingFound(_: { administration_id: string }) {
  const { words } = useWords()
  const choice = useChoice()
  const { text, named, show } = choice
  const go = useGo()
  const narrowed = text !== undefined || named.length > 0 || narrowings.some((name) => choice[name])
  const title = text ? fill(words.invoices_search_nothing, { text }) : words.list_none_here
  return (
    <div className={classes.nothing}>
      {narrowed ? (
        <Empty
          title={title}
          action={
            <div className="ways">
              {named.map((mark) => (
                <Button
                  key={mark}
                  variant="default"
                  onClick={() => go({ marks: named.filter((one) => one !== mark).join(',') })}
                >
                  {fill(words.table_without, { filter: words[`invoices_mark_${mark}`] })}
                </Button>
              ))}
              <Button variant="default" onClick={() => go({ text: '', marks: '', ...widened })}>
                {words.search_all}
              </Button>
            </div>
          }
        />
      ) : (
        <Empty title={emptyOf(show, words)} />
      )}
    </div>
  )
}

function emptyOf(show: InvoiceShow, words: Words): string {
  if (show === 'all') return words.list_empty
  return show === 'open' || show === 'overdue' || show === 'paid' ? words[`list_none_${show}`] : words.list_none_here
}

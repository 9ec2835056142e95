import type { ShownLetter } from '../../api/outbox.ts'
import { Moment } from '../../parts/moment.tsx'
import { RecordLink } from '../../parts/records/links.tsx'
import { Section } from '../../parts/section.tsx'
import type { Column } from '../../parts/table/columns.ts'
import { DataTable } from '../../parts/table/data_table.tsx'
import { sayMoney } from '../../words/formats.ts'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

type Item = ShownLetter['items'][number] & { id: string }

/** What a letter is about: each invoice with the step that it was, its term, and why. */
export function LetterItems({ letter, administration_id }: { letter: ShownLetter; administration_id: string }) {
  const { words, language } = useWords()
  const rows: Item[] = letter.items.map((item, place) => ({ ...item, id: String(place) }))
  const columns: Column<Item>[] = [
    {
      id: 'record',
      title: words.letters_about,
      cell: ({ invoice_id, invoice_number, credit_case_id, credit_case_number }) => {
        const [family, id, number] =
          invoice_id !== null
            ? (['invoices', invoice_id, invoice_number] as const)
            : (['credit_cases', credit_case_id ?? '', credit_case_number] as const)
        return (
          <RecordLink family={family} administration_id={administration_id} id={id}>
            {number}
          </RecordLink>
        )
      },
    },
    {
      id: 'step',
      title: words.letters_step,
      cell: ({ performs }) =>
        performs === null ? <span className="hint">{words.letters_named}</span> : sayType(words, 'step', performs),
    },
    {
      id: 'term',
      title: words.letters_term_ends,
      cell: ({ term_ends_on }) => (term_ends_on === null ? '–' : <Moment at={term_ends_on} day />),
    },
    {
      id: 'amount',
      title: words.letters_amount,
      number: true,
      cell: ({ amount }) => sayMoney(amount, letter.currency_code ?? 'EUR', language),
    },
  ]
  if (rows.length === 0) return null
  return (
    <Section title={words.letters_invoices_heading}>
      <DataTable label={words.letters_invoices_heading} rows={rows} columns={columns} />
    </Section>
  )
}

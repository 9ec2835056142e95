import type { Invoice } from '../../api/records.ts'
import classes from '../../parts/records/record_panel.module.css'
import { Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { sayMoney } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

/** What was delivered, as the invoice says it. */
export function Lines({ invoice }: { invoice: Invoice }) {
  const { words, language } = useWords()
  const lines = invoice.invoice_lines ?? []
  if (lines.length === 0) return null
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  return (
    <Section title={words.record_lines}>
      <DataTable
        label={words.record_lines}
        rows={lines.map((line) => ({ ...line, id: String(line.line_order) }))}
        columns={[
          { id: 'description', title: words.record_description, cell: ({ description }) => description },
          {
            id: 'quantity',
            title: words.record_line_quantity,
            number: true,
            cell: ({ product_quantity, product_unit }) => `${product_quantity} ${product_unit}`,
          },
          {
            id: 'price',
            title: words.record_line_price,
            number: true,
            cell: ({ product_price }) => money(product_price),
          },
          {
            id: 'vat',
            title: words.record_line_vat,
            number: true,
            cell: ({ vat_percentage }) => `${vat_percentage}%`,
          },
          {
            id: 'total',
            title: words.record_line_total,
            number: true,
            cell: ({ total_incl_tax_amount }) => money(total_incl_tax_amount),
          },
        ]}
      />
    </Section>
  )
}

/** The same where there is little room: what, how much of it, and what it comes to. */
export function LinesInShort({ invoice }: { invoice: Invoice }) {
  const { words, language } = useWords()
  const lines = invoice.invoice_lines ?? []
  if (lines.length === 0) return null
  const money = (amount: string): string => sayMoney(amount, invoice.currency_code, language)
  return (
    <Section title={words.record_lines}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <li key={line.line_order} className={classes.line} data-amounts>
            <span>{line.description}</span>
            <span className={classes.soft}>{`${line.product_quantity} × ${money(line.product_price)}`}</span>
            <span>{money(line.total_incl_tax_amount)}</span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Day } from '../../domain/days.ts'
import { cents } from '../../domain/money.ts'
import type { Block } from '../../follow_up/case_file/blocks.ts'
import { blocksPdf } from '../../follow_up/case_file/pdf.ts'
import { sumsOf } from '../../follow_up/owed.ts'
import { sayAmount, sayDay, shortDay } from '../../letters/rendering/formats.ts'
import type { PortalFacts } from '../facts.ts'
import { items_max, readItems } from '../invoices.ts'
import type { PortalLink } from '../links.ts'
import type { Language } from '../shown.ts'
import { statement_words } from './words.ts'

/** What is open today, as a paper that the debtor can keep or hand on. */
export async function statementPdf(
  db: Kysely<Tables>,
  link: PortalLink,
  facts: PortalFacts,
  language: Language,
): Promise<Buffer> {
  const { creditor, debtor_name, today } = facts
  const words = statement_words[language]
  const found = await readItems(db, link, today)
  const items = found.slice(0, items_max)
  const sums = await sumsOf(db, link, today)
  const money = (amount: string, currency_code: string): string => sayAmount(amount, currency_code, language)
  const blocks: Block[] = [
    { is: 'title', text: words.title },
    {
      is: 'facts',
      facts: [
        [words.creditor, creditor.name],
        [words.debtor, debtor_name],
        [words.day, sayDay(today, language)],
      ],
    },
    { is: 'table', head: words.head, numbers: [3, 4], rows: items.map((item) => ({ cells: cellsOf(item, language) })) },
    ...(found.length > items_max ? [{ is: 'small', text: words.more } as const] : []),
    {
      is: 'facts',
      facts: sums.flatMap(({ currency_code, open_amount, now_amount, credit_amount }) => [
        [words.open, money(open_amount, currency_code)] as const,
        [words.now, money(now_amount, currency_code)] as const,
        ...(cents(credit_amount) > 0n ? [[words.credit, money(credit_amount, currency_code)] as const] : []),
      ]),
    },
  ]
  return blocksPdf({ blocks, page: words.page, title: words.title, author: creditor.name, language, today })
}

type Listed = Awaited<ReturnType<typeof readItems>>[number]

function cellsOf(item: Listed, language: Language): string[] {
  const money = (amount: string): string => sayAmount(amount, item.currency_code, language)
  // The database prints days.
  const day = (text: string): string => shortDay(text as Day, language)
  return [
    item.invoice_number,
    day(item.invoice_date),
    day(item.due_date),
    money(item.total_amount),
    money(item.open_amount),
  ]
}

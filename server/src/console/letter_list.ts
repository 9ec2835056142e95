import { type RawBuilder, sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import { refuse } from '../api/errors.ts'
import { boolean, date, dateTime, id, integer, json, jsonList, listOf, money, oneOf, text } from '../api/field.ts'
import { fileUrl, linkUntil } from '../api/file_links.ts'
import { shownMoment } from '../db/moments.ts'
import { item_asks, letter_asks } from '../follow_up/send/asked.ts'
import { letter_statuses } from '../resources/letters.ts'
import { channels } from '../resources/steps.ts'
import {
  type LetterStepName,
  letter_filter_fields,
  letter_step_names,
  letter_totals_fields,
  lettersChosenBy,
  letterTotals,
} from './letter_filter.ts'
import { step_names } from './next_step.ts'
import {
  next_cursor,
  orderBy,
  ordersOf,
  page_fields,
  page_size,
  placeIn,
  standsAfter,
  startOf,
  wayOf,
} from './orderings.ts'
import { pageOf } from './places.ts'
import { totalsCall } from './totals.ts'

/** What letters are ordered by. Amounts are compared as they stand: nearly all are in the currency of the books. */
const ordered_by = {
  day: { by: sql`r.day`, type: 'date' },
  debtor: { by: sql`left(d.name, 200)`, type: 'text' },
  amount: { by: sql`coalesce(${letter_asks}, 0)`, type: 'numeric' },
} as const

type Listed = {
  id: string
  debtor_id: string
  debtor_name: string
  step: LetterStepName
  channel: 'mail' | 'post'
  status: (typeof letter_statuses)[number]
  status_reason: string | null
  language_code: string
  subject: string | null
  day: string
  sent_at: string | null
  amount: string | null
  currency_code: string | null
  invoices: number
  place: string
}

const listed = {
  id: id('Identifier.').required(),
  debtor_id: id('Debtor that it is for.').required(),
  debtor_name: text('Name of the debtor.').required(),
  step: oneOf(letter_step_names, 'The step that gave it its text; `statement` is sent by hand and is none.').required(),
  channel: oneOf(channels, 'How it goes out.').required(),
  status: oneOf(letter_statuses, 'How far it is.').required(),
  status_reason: text('Why it is that far.'),
  language_code: text('Language, ISO 639-1.').required(),
  subject: text('Subject.'),
  day: date('Day on which it was decided.').required(),
  sent_at: dateTime('When it was sent or posted.'),
  amount: money('What it asked for.'),
  currency_code: text('Currency, ISO 4217.'),
  invoices: integer('How many invoices it is about.').required(),
}

type Shown = Omit<Listed, 'invoices' | 'place'> & {
  legal: boolean
  term_days: number | null
  stated_costs_amount: string | null
  flow_code: string | null
  flow_name: string | null
  flow_version: number | null
  credit_case_id: string | null
  credit_case_number: string | null
  text_version: number
  sent_on: string | null
  received_on: string | null
  recipients: Record<string, unknown>[]
  proof: Record<string, unknown> | null
  text: string | null
  html: string | null
  has_document: boolean
  checksum: string | null
  message_header_id: string | null
  approved_at: string | null
  approved_by: string | null
  batch_id: string | null
  posted_by: string | null
  withdrawn_at: string | null
  items: Item[]
}

type Item = {
  invoice_id: string | null
  invoice_number: string | null
  credit_case_id: string | null
  credit_case_number: string | null
  amount: string
  performs: (typeof step_names)[number] | null
  step_id: string | null
  term_ends_on: string | null
  reasons: Record<string, unknown>[]
}

/** Letters as somebody looks through what went out. `link_key` signs the links to documents. */
export const letterListCalls = (link_key: Buffer): Actions => ({
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letters',
    reach: 'member',
    description: 'Lists letters, the newest first unless another order is asked for.',
    body: {
      ...letter_filter_fields,
      order: oneOf(ordersOf(ordered_by), 'By what, and in which direction; the newest first unless said.'),
      ...page_fields,
    },
    answer: { letters: listOf(listed, 'Letters.').required(), cursor: next_cursor },
    run: async ({ db, administration_id }, { order, cursor, per_page, ...asked }) => {
      const way = wayOf(ordered_by, order ?? 'day_desc')
      const size = per_page ?? page_size
      const { rows } = await sql<Listed>`
        select ${columns}, ${placeIn(way)}, (select count(*)::integer from letter_items t
          where t.administration_id = ${administration_id}::bigint and t.letter_id = r.id) as invoices
        from (
          select r.* from letters r ${way.name === 'debtor' ? ofDebtor(administration_id) : sql``}
          where ${lettersChosenBy({ ...asked, administration_id })}
            ${standsAfter(way, letter_id_of, startOf(way, cursor))}
          order by ${orderBy(way, letter_id_of)} limit ${size + 1}::integer) r ${ofDebtor(administration_id)}
        order by ${orderBy(way, letter_id_of)}`.execute(db)
      const { page: letters, cursor: next } = pageOf(rows, size)
      return { letters, cursor: next }
    },
  }),

  totals: totalsCall({
    list: 'letters',
    description: 'Counts the letters of a list, and those of each kind.',
    body: letter_filter_fields,
    answer: letter_totals_fields,
    run: ({ db, administration_id }, asked) => letterTotals(db, { ...asked, administration_id }),
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letters/{id}',
    reach: 'member',
    description: 'Shows a letter exactly as it was sent: to whom, when, what the server said, and why.',
    body: { id: id('Letter.').required() },
    answer: shown_fields(),
    run: async ({ db, base_url, real_now, administration_id }, { id: letter_id }) => {
      const { rows } = await sql<Shown>`
        select ${columns}, ${details(administration_id)}, ${items(administration_id)} as items
        from letters r ${ofDebtor(administration_id)}
        left join users u on u.id = r.approved_by_user_id
        left join flows f on f.administration_id = ${administration_id}::bigint and f.code = r.flow_code
        left join credit_cases k on k.administration_id = ${administration_id}::bigint
          and k.id = (r.data->>'credit_case_id')::bigint
        left join letter_batches b on b.administration_id = ${administration_id}::bigint and b.id = r.batch_id
        left join users p on p.id = b.posted_by_user_id
        where r.administration_id = ${administration_id}::bigint and r.id = ${letter_id}::bigint`.execute(db)
      const { has_document, ...letter } = rows[0] ?? refuse('not_found', 'There is no such letter.')
      const link = { holder: 'letters', administration_id, id: letter_id, until: linkUntil(real_now) } as const
      return { ...letter, document_url: has_document ? fileUrl(base_url, link_key, link) : null }
    },
  }),
})

function shown_fields() {
  const { invoices: _, ...shared } = listed
  return {
    ...shared,
    legal: boolean('Whether the law asks for it.').required(),
    term_days: integer('How many days it gave.'),
    stated_costs_amount: money('Costs that it said will follow.'),
    flow_code: text('Flow that asked for it.'),
    flow_name: text('Name of that flow.'),
    flow_version: integer('Version of that flow.'),
    credit_case_id: id('Credit case that it is about.'),
    credit_case_number: text('Number of that case.'),
    text_version: integer('Version of the own text; 0 is the text of the house.').required(),
    sent_on: date('Day from which its term runs.'),
    received_on: date('Day on which it was received.'),
    recipients: jsonList('Who got it: addresses of mail, or one postal address.').required(),
    proof: json('What the server answered, and for whom it took the mail.'),
    text: text('What it says, without layout.'),
    html: text('What it says, as a page.'),
    document_url: text('Link to the letter as PDF, for some hours; it is made when it is opened.'),
    checksum: text('Hash over everything that went out.'),
    message_header_id: text('Names it in mail programs.'),
    approved_at: dateTime('When a person let it go.'),
    approved_by: text('Who let it go.'),
    batch_id: id('Letters that were printed together.'),
    posted_by: text('Who marked it as posted.'),
    withdrawn_at: dateTime('Since when its steps count for nothing, because it was withdrawn or came back.'),
    items: listOf(
      {
        invoice_id: id('Invoice.'),
        invoice_number: text('Number of the invoice.'),
        credit_case_id: id('Credit case.'),
        credit_case_number: text('Number of the case.'),
        amount: money('What it asked for.').required(),
        performs: oneOf(step_names, 'The step that it was; empty where the invoice was only named.'),
        step_id: id('That step.'),
        term_ends_on: date('Last day to pay that it gave.'),
        reasons: jsonList('Why, as codes with their facts.').required(),
      },
      'What it is about.',
    ).required(),
  }
}

const letter_id_of = sql`r.id`
const ofDebtor = (administration_id: string): RawBuilder<unknown> =>
  sql`join debtors d on d.administration_id = ${administration_id}::bigint and d.id = r.debtor_id`

const columns = sql`
  r.id::text, r.debtor_id::text, d.name as debtor_name, r.step, r.channel, r.status, r.status_reason, r.language_code,
  r.subject, r.day::text, ${shownMoment('r.sent_at')} as sent_at, ${letter_asks}::text as amount,
  r.data->>'currency_code' as currency_code`

const details = (administration_id: string): RawBuilder<unknown> => sql`
  r.legal, r.term_days, r.stated_costs::text as stated_costs_amount, r.flow_code, f.name as flow_name, r.flow_version,
  k.id::text as credit_case_id, k.credit_case_number, r.text_version, r.sent_on::text, r.received_on::text,
  r.recipients, r.proof, r.text, r.html, r.checksum,
  r.file_id is not null or r.checksum is not null or r.status = 'waiting' as has_document,
  r.message_header_id,
  ${shownMoment('r.approved_at')} as approved_at,
  nullif(concat_ws(' ', u.first_name, u.last_name), '') as approved_by, r.batch_id::text,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as posted_by,
  (select ${shownMoment(sql`max(s.withdrawn_at)`)} from steps s
   where s.administration_id = ${administration_id}::bigint and s.letter_id = r.id) as withdrawn_at`

const items = (administration_id: string): RawBuilder<unknown> => sql`array(
  select json_build_object('invoice_id', t.invoice_id::text, 'invoice_number', i.invoice_number,
           'credit_case_id', t.credit_case_id::text, 'credit_case_number', c.credit_case_number,
           'amount', ${item_asks}::text,
           -- A letter of a case is a step of the case, and names its invoices.
           'performs', coalesce(t.performs, case when s.credit_case_id is not null then s.step end),
           'step_id', s.id::text, 'term_ends_on', s.term_ends_on,
           'reasons', coalesce(s.reasons, '[]'))
  from letter_items t
  left join invoices i on i.administration_id = ${administration_id}::bigint and i.id = t.invoice_id
  left join credit_cases c on c.administration_id = ${administration_id}::bigint and c.id = t.credit_case_id
  left join steps s on s.administration_id = ${administration_id}::bigint and s.letter_id = t.letter_id
    and (s.invoice_id = t.invoice_id or s.credit_case_id = t.credit_case_id)
  where t.administration_id = ${administration_id}::bigint and t.letter_id = r.id
  order by i.due_date, t.id)`

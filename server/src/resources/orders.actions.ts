import { sql } from 'kysely'
import { type Actions, call } from '../api/actions.ts'
import type { Context } from '../api/context.ts'
import { refuseParameters } from '../api/errors.ts'
import { file, object, text } from '../api/field.ts'
import type { SentFile } from '../api/sent_file.ts'
import { claim_statuses, mayComeAgain } from '../domain/claim.ts'
import type { ClaimLine } from '../domain/claims/declaration.ts'
import { problems_max } from '../domain/claims/problems.ts'
import { euros } from '../domain/claims/values.ts'
import { registerFile } from '../files/uploads.ts'
import { readDeclarations } from './shared/declarations.ts'

const member = 'order.file'
const lines_at_once = 5_000

export const order_actions: Actions = {
  upload: call({
    method: 'POST',
    path: '/v1/orders',
    status: 201,
    reach: 'administration',
    permission: 'orders:write',
    description:
      'Takes in a file of orders: a declaration of health care (MZ301 or AP304), or a ZIP of them. Its lines become ' +
      'order lines in `draft`. A file with anything wrong in it is refused as a whole. The same file again changes ' +
      'nothing.',
    body: { order: object({ file: file('The file.').required() }, 'The order.').required() },
    answer: { deeplink_url: text('Address of the order in the debtor management interface.').required() },
    // The file is read and kept before the transaction, so that nobody waits for it.
    prepare: async ({ order }) => {
      const lines = await readDeclarations(order.file, member)
      await order.file.keep()
      return lines
    },
    run: async (context, { order }, lines) => {
      const id = (await findOrder(context, order.file)) ?? (await addOrder(context, order.file, lines))
      const { base_url, administration_id } = context
      return { deeplink_url: `${base_url}/administrations/${administration_id}/orders/${id}` }
    },
  }),
}

async function findOrder({ db, administration_id }: Context, { checksum }: SentFile): Promise<string | null> {
  const found = await db
    .selectFrom('orders')
    .innerJoin('files', (join) =>
      join.onRef('files.administration_id', '=', 'orders.administration_id').onRef('files.id', '=', 'orders.file_id'),
    )
    .select('orders.id')
    .where('orders.administration_id', '=', administration_id)
    .where('files.checksum', '=', checksum)
    .executeTakeFirst()
  return found?.id ?? null
}

async function addOrder(context: Context, file: SentFile, lines: readonly ClaimLine[]): Promise<string> {
  await checkCurrency(context)
  await checkKnown(context, lines)
  const { db, administration_id, stamp } = context
  const file_id = await registerFile(db, context, file)
  const order = await db
    .insertInto('orders')
    .values({ administration_id, file_id, filename: file.filename, created_at: stamp, updated_at: stamp })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (let from = 0; from < lines.length; from += lines_at_once) {
    await insertLines(context, order.id, lines.slice(from, from + lines_at_once))
  }
  return order.id
}

/** Declarations are in euros, and lines in the currency of the administration. */
async function checkCurrency({ db, administration_id }: Context): Promise<void> {
  const { currency_code } = await db
    .selectFrom('administrations')
    .select('currency_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  if (currency_code !== 'EUR') {
    refuseParameters([`${member}: is in EUR, and the administration is in ${currency_code}`])
  }
}

/** A line that came in before would be claimed twice, unless its claim failed. */
async function checkKnown({ db, administration_id }: Context, lines: readonly ClaimLine[]): Promise<void> {
  const numbers = new Map(lines.map((line) => [line.order_line_identifier, line.line]))
  const final = claim_statuses.filter((status) => !mayComeAgain(status))
  const { rows } = await sql<{ identifier: string }>`
    select distinct known.order_line_identifier as identifier
    from unnest(${[...numbers.keys()]}::text[]) as wanted (identifier)
    cross join lateral (
      select l.order_line_identifier, l.claim_status from order_lines l
      where l.administration_id = ${administration_id}::bigint and l.order_line_identifier = wanted.identifier
      offset 0
    ) known
    where known.claim_status = any(${final}::text[])
    limit ${problems_max}::integer`.execute(db)
  const told = rows.map(({ identifier }) => {
    const line = numbers.get(identifier) ?? 0
    return { line, problem: `${member}: line ${line}: the reference number «${identifier}» was taken in before` }
  })
  if (told.length === 0) return
  refuseParameters(told.sort((one, other) => one.line - other.line).map(({ problem }) => problem))
}

/** Where nothing is asked for, there is nothing to claim. */
async function insertLines(context: Context, order_id: string, lines: readonly ClaimLine[]): Promise<void> {
  const { db, administration_id, stamp } = context
  const rows = lines.map((line) => ({
    order_line_identifier: line.order_line_identifier,
    product_identifier: line.product_identifier,
    claim: line.amount !== 0n,
    amount: euros(line.amount),
    customer_email_address: line.email_address,
  }))
  await sql`
    insert into order_lines (administration_id, order_id, order_line_identifier, product_identifier, claim,
                             claim_status, amount, customer_email_address, created_at, updated_at)
    select ${administration_id}::bigint, ${order_id}::bigint, order_line_identifier, product_identifier, claim, 'draft',
           amount, customer_email_address, ${stamp}::timestamptz, ${stamp}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json)
           as line (order_line_identifier text, product_identifier text, claim boolean, amount numeric,
                    customer_email_address text)`.execute(db)
}

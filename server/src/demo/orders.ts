import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/schema.ts'
import type { Range } from './bulk.ts'
import { dice, pick } from './chance.ts'
import { type DemoAdministration, idOf } from './ground.ts'

const i = sql.ref('i')
const lines_per_order = 20

/** Declaration files that were taken in, two weeks apart. Their bytes are not there: nothing asks for them. */
export async function insertOrders(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  const taken_in_at = sql`${ground.now} - interval '1 hour'
    - (${ground.sizes.orders}::integer - i) * interval '700 days' / ${ground.sizes.orders}::integer
    - ${dice(i, 131, 7_200_000)} * interval '1 millisecond'`
  await sql`
    with taken_in as (
      select i, ${taken_in_at} as taken_in_at from generate_series(${range.from}::integer, ${range.to}::integer) i
    ), stored as (
      insert into files (administration_id, id, checksum, byte_size, content_type, uploaded_at, created_at, updated_at)
      select ${ground.administration_id}::bigint, ${idOf(ground, 'orders', i)},
             -- As long as a real one, and the checksum of nothing.
             rpad(encode(sha512(('declaration ' || i)::bytea), 'base64'), 88, '='), 20000 + ${dice(i, 132, 90_000)},
             'application/octet-stream', taken_in_at, taken_in_at, taken_in_at
      from taken_in
    )
    insert into orders (administration_id, id, file_id, filename, created_at, updated_at)
    select ${ground.administration_id}::bigint, ${idOf(ground, 'orders', i)}, ${idOf(ground, 'orders', i)},
           'declarations-' || to_char(taken_in_at, 'YYYY-MM-DD') || '-' || i || '.mz301', taken_in_at, taken_in_at
    from taken_in`.execute(db)
}

/**
 * Lines in all six statuses. A line that was handled is divided into what was reimbursed, what was rejected and what
 * the customer pays; before the answer, nothing is known of that.
 */
export async function insertOrderLines(db: Kysely<Tables>, ground: DemoAdministration, range: Range): Promise<void> {
  await sql`
    insert into order_lines (
      administration_id, id, order_id, order_line_identifier, product_identifier, claim, claim_status,
      claim_response_codes, invoice_identifier, credit_invoice_identifier, amount, credited_amount,
      credited_reimbursed_amount, rejected_amount, reimbursed_amount, customer_email_address, created_at, updated_at)
    select
      ${ground.administration_id}::bigint, ${idOf(ground, 'order_lines', i)}, order_id,
      ${sql.lit(ground.theme.prefix)} || '-L' || lpad(i::text, 8, '0'),
      ${pick(ground.theme.treatments, dice(i, 133, 100))}, i % 17 <> 3, status,
      case status when 'processed' then array['0200'] when 'action_required' then array['8001', '0316']
                  when 'failed' then array['0001'] when 'auto_resubmit' then array['8017'] else '{}' end,
      invoice_identifier, case when credited then invoice_identifier || '-credit' end,
      amount, case when credited then amount else 0 end, case when credited then reimbursed else 0 end,
      case status when 'action_required' then amount - reimbursed when 'processed' then rejected else 0 end,
      case when status in ('processed', 'action_required') then reimbursed end,
      'customer' || ${dice(i, 134, 900)} || '@example.org', created_at,
      created_at + case status when 'draft' then interval '0'
        else least(${dice(i, 135, 900_000)} * interval '1 second', (${ground.now} - created_at) * 0.9) end
    from (
      select lines.*, orders.created_at, status = 'processed' and i % 30 = 5 as credited,
        case when status = 'processed' and reimbursed < amount and i % 4 <> 0
             then ${sql.lit(ground.theme.prefix.toLowerCase())} || '-invoice-'
                    || (1 + ${dice(i, 136, 1_000_000)} % ${ground.invoices}::integer) end
          as invoice_identifier,
        -- What is neither reimbursed nor rejected goes to the customer.
        case when i % 4 = 0 then amount - reimbursed else 0 end as rejected
      from (
        select i, amount, round(amount * share, 2) as reimbursed,
          (array['draft', 'submitted', 'action_required', 'auto_resubmit', 'failed', 'processed'])[1 + i % 6] as status,
          ${idOf(ground, 'orders', sql`1 + (i - 1) / ${sql.lit(lines_per_order)}`)} as order_id
        from (
          select i, 12.50 + ${dice(i, 137, 24_000)} * 0.01 as amount,
                 (array[1, 0.75, 0.5, 0])[1 + case when i % 6 = 2 then 1 + i / 6 % 3 else i / 6 % 4 end] as share
          from generate_series(${range.from}::integer, ${range.to}::integer) i
          offset 0
        ) drawn
        offset 0
      ) lines
      join orders on orders.administration_id = ${ground.administration_id}::bigint and orders.id = order_id
      offset 0
    ) answered`.execute(db)
}

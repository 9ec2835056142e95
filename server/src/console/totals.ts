import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Answering, type CallAction, call } from '../api/actions.ts'
import type { MemberContext } from '../api/context.ts'
import type { Fields, Input } from '../api/field.ts'
import type { Tables } from '../db/schema.ts'

/** What all rows of a list come to: asked beside the list, with the same filter. */
export function totalsCall<const Body extends Fields, const Answer extends Fields>({
  list,
  ...rest
}: {
  /** As the path of the list ends. */
  list: string
  description: string
  body: Body
  answer: Answer
  run: (context: MemberContext, asked: Input<Body>) => Promise<Answering<Answer, false>>
}): CallAction {
  const path = `/console/administrations/{administration_id}/${list}/totals`
  return call({ ...rest, method: 'GET', path, reach: 'member' })
}

/** The one row of a statement that counts. */
export async function countedBy<Totals>(db: Kysely<Tables>, statement: RawBuilder<Totals>): Promise<Totals> {
  const { rows } = await statement.execute(db)
  const [totals] = rows
  if (!totals) throw new Error('A count always has a row.')
  return totals
}

/** What is open of the rows `listed`, by currency; those that come to nothing are left out. */
export const sums_of_listed = sql`
  coalesce((select json_agg(s order by s.currency_code nulls first) from (
    select currency_code, sum(open_amount)::numeric(18,2)::text as open_amount
    from listed group by currency_code having sum(open_amount) <> 0) s), '[]')`

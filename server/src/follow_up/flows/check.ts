import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import type { Flow } from '../../flows/flow.ts'
import { type PublishingFacts, publishProblems } from '../../flows/publish.ts'
import { publishedOf } from '../../flows/versions.ts'
import type { FlowProblem } from '../../law/pack.ts'
import { lawOfCountry } from '../../law/packs.ts'
import { partyOf } from '../../law/party.ts'
import { readFlowVersions } from './read.ts'

/** Everything that keeps a flow of an administration from being published, each with its place. */
export async function problemsOf(db: Kysely<Tables>, administration_id: string, flow: Flow): Promise<FlowProblem[]> {
  const kept = await readFlowVersions(db, administration_id)
  const published = kept.flatMap(({ versions }) => publishedOf(versions)?.flow ?? [])
  return publishProblems(flow, {
    others: published.filter(({ code }) => code !== flow.code),
    laws: await lawsOf(db, administration_id),
    payment_conditions: (await paymentConditions(db, administration_id)).map(({ code }) => code),
    texts: await textsOf(db, administration_id),
  })
}

export const paymentConditions = (
  db: Kysely<Tables>,
  administration_id: string,
): Promise<{ code: string; name: string }[]> =>
  db
    .selectFrom('payment_conditions')
    .select(['code', 'name'])
    .where('administration_id', '=', administration_id)
    .orderBy('code')
    .execute()

async function textsOf(db: Kysely<Tables>, administration_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('letter_texts')
    .select('step')
    .distinct()
    .where('administration_id', '=', administration_id)
    .execute()
  return rows.map(({ step }) => step)
}

type Kind = { country_code: string; is_company: boolean | null; has_register_number: boolean }

/** The law of the administration for both parties, and that of every country in which one of its consumers lives. */
async function lawsOf(db: Kysely<Tables>, administration_id: string): Promise<PublishingFacts['laws']> {
  const { country_code: own } = await db
    .selectFrom('administrations')
    .select('country_code')
    .where('id', '=', administration_id)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<Kind>`
    select distinct coalesce(nullif(country_code, ''), nullif(postal_address_country_code, ''), '') as country_code,
           is_company, coalesce(coc_number, '') <> '' or coalesce(vat_number, '') <> '' as has_register_number
    from debtors where administration_id = ${administration_id}::bigint and is_company is not true`.execute(db)
  const abroad = rows.filter((kind) => partyOf(kind).party === 'consumer').map(({ country_code }) => country_code)
  const packs = new Set([own, ...abroad].map(lawOfCountry))
  return [
    { pack: lawOfCountry(own), party: 'business' },
    ...[...packs].map((pack) => ({ pack, party: 'consumer' as const })),
  ]
}

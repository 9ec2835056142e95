import { follower } from '../events/follower.ts'
import { indexDossiers } from '../search/index_dossiers.ts'

/** Keeps what people search by up to date with dossiers, whoever changed them. */
export const search = follower({
  name: 'search',
  events: 'none',
  touched: true,
  company_events: false,
  begins: 'at the beginning',
  reaches_outside: false,
  at_once: { events: 1, touched: 1_000 },
  handle: async (db, portion) => {
    if (portion.feed !== 'administrations') return
    const { administration_id, touched: debtor_ids, touched_since: since } = portion
    await indexDossiers(db, { administration_id, debtor_ids, since })
  },
})

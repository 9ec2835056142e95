import type { Administration } from '../api/types.ts'

type Place = { fullPath: string; search: object }

const overview = '/administrations/$administration_id'

/** What an address narrows a list down to by a record of one administration means nothing in another. */
const of_one_administration = new Set(['debtor_id', 'debtor', 'text', 'record', 'view'])

/**
 * The same list in another administration: of a page below a list, the list; of a page that the other one does not
 * have, its overview.
 */
export function samePlace(place: Place | undefined, { id, sandbox }: Pick<Administration, 'id' | 'sandbox'>) {
  const path = place?.fullPath ?? ''
  const [list = ''] = path.slice(overview.length).split('/$')
  const there = path.startsWith(`${overview}/`) && (sandbox || list !== '/sandbox')
  const to = path === `${overview}${list}` ? place?.search : undefined
  return {
    to: there ? `${overview}${list}` : overview,
    params: { administration_id: id },
    search: Object.fromEntries(
      Object.entries(there ? (to ?? {}) : {}).filter(([name]) => !of_one_administration.has(name)),
    ),
  }
}

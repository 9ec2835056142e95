import type { Kysely } from 'kysely'
import { countAttempt, placeOf } from '../auth/failed_attempts.ts'
import type { Tables } from '../db/schema.ts'
import type { PortalLink } from './links.ts'

type Caller = { db: Kysely<Tables>; address: string; now: Date }

const said_max = 10
const papers_max = 20

/** A debtor has something to say a few times; a program that holds a link must not fill the inbox. */
export const countSaid = (caller: Caller, link: PortalLink): Promise<void> =>
  countAttempt(
    caller.db,
    [
      { kind: 'comment_place', of: [placeOf(caller.address)], max: 3 * said_max },
      { kind: 'comment_record', of: recordOf(link), max: said_max },
    ],
    caller.now,
  )

/** Papers are made and read for each request, which costs more than showing what is owed. */
export const countPapers = (caller: Caller, link: PortalLink): Promise<void> =>
  countAttempt(
    caller.db,
    [
      { kind: 'portal_papers_place', of: [placeOf(caller.address)], max: 3 * papers_max },
      { kind: 'portal_papers_record', of: recordOf(link), max: papers_max },
    ],
    caller.now,
  )

const recordOf = ({ administration_id, family, id }: PortalLink): string[] => [administration_id, family, id]

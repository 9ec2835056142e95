import type { Day } from '../domain/days.ts'

/** Who asks, when, and from where: what every read is bound to. */
export type Asking = {
  /** The administration, the calling application, or all administrations that the token may see. */
  owner_id: string | readonly string[]
  base_url: string
  now: Date
  /** The day it is where the records are. */
  today: () => Day
  /** What links to files are signed with. */
  link_key: Buffer | null
  /** Where mail comes in; null or absent: nowhere. */
  mail_address?: string | null
  /** What the caller may do. */
  permissions?: ReadonlySet<string>
}

import { account } from './en/account.ts'
import { audit } from './en/audit.ts'
import { connections } from './en/connections.ts'
import { consent } from './en/consent.ts'
import { mail } from './en/mail.ts'
import { orders } from './en/orders.ts'
import { overview } from './en/overview.ts'
import { permissions } from './en/permissions.ts'
import { records } from './en/records.ts'
import { shared } from './en/shared.ts'
import { shell } from './en/shell.ts'
import { signing } from './en/signing.ts'
import { standing } from './en/standing.ts'
import { start } from './en/start.ts'
import { timeline } from './en/timeline.ts'
import { users } from './en/users.ts'
import { work } from './en/work.ts'

/** Every word of the interface, in English. Other languages have the same keys. */
export const en = {
  ...shared,
  ...start,
  ...signing,
  ...shell,
  ...permissions,
  ...consent,
  ...connections,
  ...account,
  ...users,
  ...mail,
  ...audit,
  ...overview,
  ...records,
  ...standing,
  ...orders,
  ...timeline,
  ...work,
}

import type { Words } from './languages.ts'
import { account } from './nl/account.ts'
import { audit } from './nl/audit.ts'
import { connections } from './nl/connections.ts'
import { consent } from './nl/consent.ts'
import { mail } from './nl/mail.ts'
import { orders } from './nl/orders.ts'
import { overview } from './nl/overview.ts'
import { permissions } from './nl/permissions.ts'
import { records } from './nl/records.ts'
import { shared } from './nl/shared.ts'
import { shell } from './nl/shell.ts'
import { signing } from './nl/signing.ts'
import { standing } from './nl/standing.ts'
import { start } from './nl/start.ts'
import { timeline } from './nl/timeline.ts'
import { users } from './nl/users.ts'
import { work } from './nl/work.ts'

export const nl: Words = {
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

import type { en } from './en.ts'
import { agreements } from './nl/agreements.ts'
import { composer } from './nl/composer.ts'
import { first_hour } from './nl/first_hour.ts'
import { flows } from './nl/flows.ts'
import { follow_up } from './nl/follow_up.ts'
import { law } from './nl/law.ts'
import { permissions } from './nl/permissions.ts'
import { records } from './nl/records.ts'
import { refusals } from './nl/refusals.ts'
import { shared } from './nl/shared.ts'
import { shell } from './nl/shell.ts'
import { standing } from './nl/standing.ts'
import { timeline } from './nl/timeline.ts'
import { variables } from './nl/variables.ts'
import type { Translation } from './translation.ts'

export const nl: Translation<typeof en> = {
  ...shared,
  ...shell,
  ...composer,
  ...permissions,
  ...records,
  ...follow_up,
  ...standing,
  ...timeline,
  ...flows,
  ...law,
  ...agreements,
  ...first_hour,
  ...refusals,
  ...variables,
}

import { agreements } from './en/agreements.ts'
import { composer } from './en/composer.ts'
import { first_hour } from './en/first_hour.ts'
import { flows } from './en/flows.ts'
import { follow_up } from './en/follow_up.ts'
import { law } from './en/law.ts'
import { permissions } from './en/permissions.ts'
import { records } from './en/records.ts'
import { refusals } from './en/refusals.ts'
import { shared } from './en/shared.ts'
import { shell } from './en/shell.ts'
import { standing } from './en/standing.ts'
import { timeline } from './en/timeline.ts'
import { variables } from './en/variables.ts'

/** The words that pages share, in English. Other languages have the same keys. */
export const en = {
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

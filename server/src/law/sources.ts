import type { Day } from '../domain/days.ts'
import { english, type SourceCode } from './words/en.ts'

/** Where a figure comes from. `verified_on` is null for what was only found in public files, not in a publication. */
export type Source = { code: SourceCode; name: string; verified_on: Day | null }

export const source = (code: SourceCode, verified_on: Day | null): Source => ({
  ...{ code, name: english.sources[code], verified_on },
})

export const public_files = source('public_files', null)

export const contract = source('contract', null)

import type { Day } from '../domain/days.ts'

/** Where a figure comes from. `verified_on` is null for what was only found in public files, not in a publication. */
export type Source = { name: string; verified_on: Day | null }

export const public_files: Source = { name: 'Public files; no official publication was found', verified_on: null }

export const contract: Source = { name: 'The contract', verified_on: null }

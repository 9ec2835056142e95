/**
 * What each kind of job carries, by its name. Each file of `jobs/` adds its own, so that whoever enqueues is held to it
 * without knowing who does the work. Never a secret: a job is a row that others can read.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled where jobs are defined.
export interface Jobs {}

export type JobName = keyof Jobs & string

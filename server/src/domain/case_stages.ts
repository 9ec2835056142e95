// How far a credit case can be. Several summonses may be skipped; a case is in the furthest stage that it ever reached.

/** The stages in their order, each with the moment on the case at which it began. */
export const case_stages = {
  new: 'started_at',
  pre_summons: 'pre_summons_at',
  summons_1: 'summons_1_at',
  summons_2: 'summons_2_at',
  summons_3: 'summons_3_at',
  summons_4: 'summons_4_at',
  notice_of_default: 'notice_of_default_at',
  pre_judicial: 'pre_judicial_at',
  bailiff: 'forwarded_to_bailiff_at',
} as const

export type CaseStage = keyof typeof case_stages
export type StageMoment = (typeof case_stages)[CaseStage]

/** The names are those of the object above, in its order. */
export const case_stage_names = Object.keys(case_stages) as [CaseStage, ...CaseStage[]]

/** The stages from the furthest to the first, with their moments. */
export const stages_backwards: readonly [CaseStage, StageMoment][] = case_stage_names
  .map((stage): [CaseStage, StageMoment] => [stage, case_stages[stage]])
  .reverse()

/** The stage of a case, and since when. */
export function stageOf<Moment>(record: { readonly [column in StageMoment]: Moment | null }): {
  stage: CaseStage
  since: Moment | null
} {
  const [stage, column] = stages_backwards.find(([, one]) => record[one] !== null) ?? ['new', 'started_at']
  return { stage, since: record[column] }
}

import type { Day } from '../domain/days.ts'
import type { Flow } from './flow.ts'

/**
 * A version of a flow. A draft can be written over until it is published; what was published is never changed, and is
 * retired by the next one. Of each flow at most one version is published and at most one is a draft.
 */
export type FlowVersion = {
  readonly version: number
  readonly state: 'draft' | 'published' | 'retired'
  readonly published_on: Day | null
  readonly flow: Flow
}

export const publishedOf = <One extends FlowVersion>(versions: readonly One[]): One | null =>
  versions.find(({ state }) => state === 'published') ?? null

export const draftOf = <One extends FlowVersion>(versions: readonly One[]): One | null =>
  versions.find(({ state }) => state === 'draft') ?? null

/** The same flow with a draft: the one that is there is written over, or a new version begins. */
export function withDraft(versions: readonly FlowVersion[], flow: Flow): FlowVersion[] {
  const draft = draftOf(versions)
  const others = versions.filter((one) => one !== draft)
  const version = draft?.version ?? Math.max(0, ...others.map((one) => one.version)) + 1
  return [...others, { version, state: 'draft', published_on: null, flow }]
}

/** The draft is published, and what was published before is retired. Without a draft nothing changes. */
export function withPublished(versions: readonly FlowVersion[], day: Day): FlowVersion[] {
  const draft = draftOf(versions)
  if (!draft) return [...versions]
  return versions.map((one) => {
    if (one === draft) return { ...one, state: 'published', published_on: day }
    return one.state === 'published' ? { ...one, state: 'retired' } : one
  })
}

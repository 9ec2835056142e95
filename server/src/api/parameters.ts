import type { Example } from './actions.ts'
import type { Resource } from './define.ts'
import { administration_schema, fields_sentence } from './schemas.ts'
import type { JsonSchema } from './types.ts'

export type Parameter = {
  in: 'query' | 'path'
  required: boolean
  description: string
  schema: JsonSchema
  /** A list stands in one value, with commas. */
  style?: 'form'
  explode?: false
  /** A value to begin with. What has none is left out of samples. */
  example?: unknown
}

export const query = (description: string, schema: JsonSchema): Parameter => ({
  in: 'query',
  required: false,
  description,
  schema: bare(schema),
})

/** An example of a filter would stand in every sample of the list, and keep almost everything out of it. */
export const bare = ({ examples: _, ...schema }: JsonSchema): JsonSchema => schema

/** The id that samples have everywhere: a new Dunlin counts from one. */
const first_id = '1'

/** What a path calls a record: its id, or another column by which the family is known. */
export const idOf = (one: string, shown_by: Resource['shown_by'] = null): Parameter => ({
  in: 'path',
  required: true,
  description: `${shown_by ? `The ${shown_by.column}` : 'Identifier'} of the ${one}.`,
  schema: { type: 'string' },
  example: shown_by?.example ?? first_id,
})

export const owning: { [name: string]: Parameter } = {
  administration_id: {
    ...query(administration_schema.description, { type: 'string' }),
    required: true,
    example: first_id,
  },
}

/** The administration of a person's work stands in the path. */
export const owning_path: { [name: string]: Parameter } = {
  administration_id: {
    ...{ in: 'path', required: true, description: 'Administration.', schema: { type: 'string' }, example: first_id },
  },
}

export const owner = (resource: Resource): { [name: string]: Parameter } =>
  resource.within.reach === 'administration' ? owning : {}

export const fields = query(fields_sentence, { type: 'string' })

/** What samples send: what was described, in the administration that they have everywhere. */
export const ownedExample = (reach: string, example: Example | undefined): Example =>
  reach === 'administration' ? { administration_id: first_id, ...example } : { ...example }

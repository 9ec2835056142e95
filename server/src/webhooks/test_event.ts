import type { Item } from './portion.ts'

type Tested = Pick<Item, 'administration_id' | 'company_id' | 'event_id' | 'event_name' | 'event_time'>

/** An event that did not happen. */
export function renderTest({ administration_id, company_id, event_id, event_name, event_time }: Tested): string {
  const id = Number(administration_id ?? company_id)
  const resource_type = administration_id === null ? 'company' : 'administration'
  return JSON.stringify({ event: { id: event_id, event_name, event_time, test: true, context: { resource_type, id } } })
}

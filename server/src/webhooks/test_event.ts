import samples from './event_samples.json' with { type: 'json' }
import type { Item } from './portion.ts'

type Tested = Pick<Item, 'administration_id' | 'company_id' | 'event_id' | 'event_name' | 'event_time'>

const known = new Map<string, object>(Object.entries(samples))

/** An event that did not happen, and says so: with the example of its name, or with next to nothing. */
export function renderTest({ administration_id, company_id, event_id, event_name, event_time }: Tested): string {
  const own = { id: event_id, event_name, event_time, test: true }
  const context =
    administration_id === null
      ? { resource_type: 'company', id: Number(company_id) }
      : { resource_type: 'administration', id: Number(administration_id) }
  return JSON.stringify({ event: { context, ...known.get(event_name), ...own } })
}

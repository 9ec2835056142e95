import { follower } from '../events/follower.ts'
import { noteEvents } from '../webhooks/feeds.ts'

/** Notes for webhooks that there are events for them. What is sent is read when it is sent. */
export const webhooks = follower({
  name: 'webhooks',
  events: 'the last',
  touched: false,
  company_events: true,
  begins: 'now',
  reaches_outside: false,
  handle: async (db, portion) => {
    const last_event = portion.events.at(-1)?.id
    if (last_event === undefined) return
    const owner =
      portion.feed === 'companies'
        ? { company_id: portion.company_id }
        : { administration_id: portion.administration_id }
    await noteEvents(db, owner, last_event)
  },
})

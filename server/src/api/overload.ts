import { Refusal } from './errors.ts'

/** Why a request is turned away: the process cannot keep up, the database cannot, or memory is used up. */
export type OverloadReason = 'event_loop' | 'database' | 'memory'

/** A request that is turned away before anything was done for it. */
export class Overloaded extends Refusal {
  readonly reason: OverloadReason

  constructor(reason: OverloadReason, retry_after_s: number) {
    super('service_unavailable', 'There is more to do than can be done right now; try again.', {
      'retry-after': String(retry_after_s),
    })
    this.reason = reason
  }
}

/** Clients that are told to come back at the same moment would all come back at that moment. */
const retry_after_s_max = 3
let turn = 0
export function overloaded(reason: OverloadReason): Overloaded {
  turn = (turn + 1) % retry_after_s_max
  return new Overloaded(reason, turn + 1)
}

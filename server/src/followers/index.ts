import type { Follower } from '../events/follower.ts'
import { engine } from './engine.ts'
import { search } from './search.ts'
import { webhooks } from './webhooks.ts'

/** Everybody who follows what happens; each is a file of this folder. */
export const followers: readonly Follower[] = [engine, search, webhooks]

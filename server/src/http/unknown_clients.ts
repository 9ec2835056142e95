import type { FastifyRequest } from 'fastify'
import { Refusal } from '../api/errors.ts'
import { placeOf } from '../auth/failed_attempts.ts'
import type { Serving } from './serving.ts'

/**
 * Refuses whoever shows no token or secret that is known, and counts that for the place it comes from: beyond the limit
 * it hears of that instead. Whoever shows the right secret is not counted here, and so not kept out by neighbours.
 */
export async function refuseUnknownClient(serving: Serving, { ip }: FastifyRequest, error: unknown): Promise<never> {
  if (error instanceof Refusal && error.code === 'unauthorized') await serving.limit(`stranger:${placeOf(ip)}`)
  throw error
}

import type { Outcome } from './run.ts'

export async function writeDocs(_outcome: Outcome): Promise<string[]> {
  return []
}

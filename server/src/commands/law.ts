import { text } from 'node:stream/consumers'
import { answerTo } from '../law/claim/write_answer.ts'
import { type Command, json_option, Mistake } from './command.ts'

export const law: Command = {
  summary: 'Calculate interest and costs of claims by the law of a country; reads and writes JSON, needs no database.',
  usage: 'dunlin law --json < claims.json',
  options: { json: json_option },
  run: async () => {
    const answers = claimsIn(await text(process.stdin)).map((claim) => JSON.stringify(answerTo(claim)))
    process.stdout.write(`[${answers.join(',\n')}]\n`)
  },
}

function claimsIn(given: string): unknown[] {
  let claims: unknown
  try {
    claims = JSON.parse(given)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Mistake(`Standard input is no JSON: ${why}`)
  }
  if (!Array.isArray(claims)) throw new Mistake('Standard input has to be a JSON array of claims.')
  return claims
}

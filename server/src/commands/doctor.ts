import { availableParallelism } from 'node:os'
import own from '../../package.json' with { type: 'json' }
import { clock } from '../clock.ts'
import { type Config, readConfig } from '../config.ts'
import { type Command, json_option, print } from './command.ts'
import { examineDatabase } from './doctor/database.ts'
import { examineFiles } from './doctor/files.ts'
import { errorOf, type Finding, passed, problem } from './doctor/finding.ts'
import { examineMailIn } from './doctor/mail_in.ts'
import { examineNodes } from './doctor/nodes.ts'
import { judgeRates } from './doctor/rates.ts'
import { examineReplica } from './doctor/replica.ts'
import {
  examineBaseUrl,
  examineDisk,
  examineMail,
  examineTraces,
  judgeListening,
  judgeProxy,
  judgeWorkers,
} from './doctor/surroundings.ts'

export const doctor: Command = {
  summary: 'Look at configuration, database, replica, clock, mail, disk, addresses and rates, and say what to do.',
  usage: 'dunlin doctor',
  options: { json: json_option },
  run: async (values) => {
    const findings = await examine(process.env)
    const healthy = findings.every(({ result }) => result !== 'problem')
    print(values, { healthy, findings }, findings.flatMap(linesOf))
    if (!healthy) process.exitCode = 1
  },
}

/** Looks at everything; what cannot be looked at without something else that is broken is left out. */
export async function examine(env: NodeJS.ProcessEnv, now = clock.now): Promise<Finding[]> {
  const program = passed('program', `Dunlin ${own.version} on Node ${process.versions.node}.`)
  let config: Config
  try {
    config = readConfig(env)
  } catch (error) {
    return [program, problem('configuration', errorOf(error).message, 'Mend the variables that it names.')]
  }
  const apart = await Promise.all([
    examineDatabase(config, now),
    examineReplica(config),
    examineNodes(config),
    examineMail(config),
    examineMailIn(config, now()),
    examineDisk(config),
    examineFiles(config, now()),
    examineBaseUrl(config),
    examineTraces(env.OTEL_EXPORTER_OTLP_ENDPOINT),
  ])
  return [
    program,
    passed('configuration', 'Every variable can be read.'),
    ...apart.flat(),
    judgeListening(config),
    judgeProxy(config),
    judgeWorkers(config, availableParallelism()),
    judgeRates(now()),
  ]
}

function linesOf({ check, result, says, do: what }: Finding): string[] {
  const line = `${result.padEnd(9)}${check.padEnd(15)}${says}`
  return what === undefined ? [line] : [line, `${' '.repeat(24)}→ ${what}`]
}

import { backup, release_jobs, restore } from './commands/backup.ts'
import { type Command, Mistake, readArguments } from './commands/command.ts'
import { create_application, create_company, create_token, create_user } from './commands/create.ts'
import { demo } from './commands/demo.ts'
import { distribute } from './commands/distribute.ts'
import { doctor } from './commands/doctor.ts'
import { sentenceOf } from './commands/failure.ts'
import { mail_domain } from './commands/mail_domain.ts'
import { serve } from './commands/serve.ts'
import { migrate, openapi, purge } from './commands/upkeep.ts'

const commands: { readonly [name: string]: Command } = {
  serve,
  demo,
  migrate,
  'create-company': create_company,
  'create-user': create_user,
  'create-application': create_application,
  'create-token': create_token,
  'mail-domain': mail_domain,
  doctor,
  backup,
  restore,
  'release-jobs': release_jobs,
  distribute,
  openapi,
  purge,
}

function help(): string {
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(20)}${summary}`)
  return [
    'Dunlin follows invoices up until they are paid.',
    '',
    'Usage: dunlin <command> [options]',
    '',
    ...lines,
    '',
    'dunlin <command> --help tells more.',
  ].join('\n')
}

function helpOf({ summary, usage, options }: Command): string {
  const lines = Object.entries(options).map(([name, { sentence }]) => `  --${name.padEnd(22)}${sentence}`)
  return [summary, '', `Usage: ${usage}`, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

const [name = 'help', ...args] = process.argv.slice(2)
const command = Object.hasOwn(commands, name) ? commands[name] : undefined
try {
  if (name === 'help' || name === '--help' || name === '-h') console.log(help())
  else if (!command) throw new Mistake(`There is no command ${name}.\n\n${help()}`)
  else if (args.includes('--help') || args.includes('-h')) console.log(helpOf(command))
  else await command.run(readArguments(command, args))
} catch (error) {
  console.error(sentenceOf(error, process.env) ?? error)
  process.exitCode = 1
}

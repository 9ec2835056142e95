import { type Command, Mistake, readArguments } from './commands/command.ts'
import { worker_variable } from './workers/messages.ts'

/** What a command needs is loaded when it is called: a calculation has no use for a server. */
const commands: { readonly [name: string]: () => Promise<Command> } = {
  serve: async () => (await import('./commands/serve.ts')).serve,
  demo: async () => (await import('./commands/demo.ts')).demo,
  migrate: async () => (await import('./commands/upkeep.ts')).migrate,
  'create-company': async () => (await import('./commands/create.ts')).create_company,
  'create-user': async () => (await import('./commands/create.ts')).create_user,
  'create-application': async () => (await import('./commands/create.ts')).create_application,
  'create-token': async () => (await import('./commands/create.ts')).create_token,
  'mail-domain': async () => (await import('./commands/mail_domain.ts')).mail_domain,
  law: async () => (await import('./commands/law.ts')).law,
  doctor: async () => (await import('./commands/doctor.ts')).doctor,
  backup: async () => (await import('./commands/backup.ts')).backup,
  restore: async () => (await import('./commands/backup.ts')).restore,
  'release-jobs': async () => (await import('./commands/backup.ts')).release_jobs,
  'copy-files': async () => (await import('./commands/copy_files.ts')).copy_files,
  distribute: async () => (await import('./commands/distribute.ts')).distribute,
  openapi: async () => (await import('./commands/upkeep.ts')).openapi,
  purge: async () => (await import('./commands/upkeep.ts')).purge,
}

async function help(): Promise<string> {
  const loaded = Object.entries(commands).map(async ([name, load]) => [name, (await load()).summary] as const)
  const lines = (await Promise.all(loaded)).map(([name, summary]) => `  ${name.padEnd(20)}${summary}`)
  return [
    'Dunlin follows invoices up until they are paid.',
    '',
    'Usage: dunlin <command> [options]',
    '',
    ...lines,
    '',
    'dunlin <command> --help says more.',
  ].join('\n')
}

function helpOf({ summary, usage, options }: Command): string {
  const lines = Object.entries(options).map(([name, { sentence }]) => `  --${name.padEnd(22)}${sentence}`)
  return [summary, '', `Usage: ${usage}`, ...(lines.length > 0 ? ['', ...lines] : [])].join('\n')
}

const [name = 'help', ...args] = process.argv.slice(2)
try {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  // Started by those who serve, and by nobody else.
  if (name === 'worker' && process.env[worker_variable] !== undefined) await import('./worker.ts')
  else if (name === 'help' || name === '--help' || name === '-h') console.log(await help())
  else if (!command) throw new Mistake(`There is no command ${name}.\n\n${await help()}`)
  else if (args.includes('--help') || args.includes('-h')) console.log(helpOf(command))
  else await command.run(readArguments(command, args))
} catch (error) {
  const { sentenceOf } = await import('./commands/failure.ts')
  console.error(sentenceOf(error, process.env) ?? error)
  process.exitCode = 1
}

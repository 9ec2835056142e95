import { openapi as describe } from '../api/openapi.ts'
import { oauth_description } from '../auth/oauth/description.ts'
import { clock } from '../clock.ts'
import { readConfig } from '../config.ts'
import { areJobsHeld } from '../db/backup/restored_jobs.ts'
import { openStore } from '../files/store.ts'
import { purgeAll } from '../jobs/purge.ts'
import { keptMails } from '../mail/kept.ts'
import { families } from '../resources/index.ts'
import { type Command, json_option, Mistake, print } from './command.ts'
import { withDatabase } from './on_database.ts'

export const migrate: Command = {
  summary: 'Bring the database up to date, and stop.',
  usage: 'dunlin migrate',
  options: {},
  run: () => withDatabase(async () => console.log('The database is up to date.'), { makes: true }),
}

export const openapi: Command = {
  summary: 'Print the OpenAPI description of the interface.',
  usage: 'dunlin openapi',
  options: {},
  run: async () => {
    const config = readConfig(process.env)
    const base_url = config.base_url ?? `http://${config.host}:${config.port}`
    console.log(JSON.stringify(describe(families, { base_url, beside: oauth_description }), null, 2))
  },
}

export const purge: Command = {
  summary:
    'Remove what is kept no longer: deleted records and administrations, old mails, reports and events, unconfirmed ' +
    'accounts, ended tokens, files that nobody has.',
  usage: 'dunlin purge',
  options: { json: json_option },
  run: (values) =>
    withDatabase(async ({ db, pool }, config) => {
      if (config.files_url !== null && (await areJobsHeld(pool)))
        throw new Mistake(
          'This database was restored, and its original may use the same FILES_URL, of which files would be removed. ' +
            'If it takes the place of the original, say dunlin release-jobs first.',
        )
      const now = clock.now()
      const store = await openStore({ ...config, now })
      const removed = await purgeAll({ db, kept: keptMails(config.data_dir), store, now })
      const lines = Object.entries(removed).map(([table, count]) => `${table}: ${count} removed`)
      print(values, removed, lines)
    }),
}

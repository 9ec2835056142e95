import { clock } from '../clock.ts'
import { copyFiles } from '../files/copy.ts'
import { openStore } from '../files/store.ts'
import { type Command, json_option, Mistake, print } from './command.ts'
import { withDatabase } from './on_database.ts'

export const copy_files: Command = {
  summary: 'Copy the files of DATA_DIR to the bucket of FILES_URL, before the service uses that.',
  usage: 'dunlin copy-files',
  options: { json: json_option },
  run: (values) =>
    withDatabase(async ({ db }, config) => {
      if (config.files_url === null) throw new Mistake('FILES_URL must name the bucket that files are copied to.')
      const now = clock.now()
      const from = await openStore({ data_dir: config.data_dir, files_url: null, now })
      const to = await openStore({ ...config, now })
      const copied = await copyFiles(db, { from, to })
      const lost = [...copied.missing, ...copied.damaged]
      print(values, copied, [
        `${copied.copied} files were copied, and ${copied.there_already} were in the bucket already.`,
        ...copied.missing.map((checksum) => `Missing in both: ${checksum}`),
        ...copied.damaged.map((checksum) => `Not what it was, and not copied: ${checksum}`),
        'Links to files, addresses for answers, webhooks and signatures of mails have another key in the bucket: see ' +
          'the guide on files before the service uses it.',
      ])
      if (lost.length > 0) process.exitCode = 1
    }),
}

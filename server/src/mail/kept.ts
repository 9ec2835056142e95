import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A mail that was kept instead of sent. It may hold a living link, so only the service's own user can read it. */
export type KeptMail = {
  message_id: string
  from: string
  to: string[]
  subject: string
  text: string
  html: string
  kept_at: string
}

/** The folder of mails that are kept, because there is no server to send them through. */
export function keptMails(data_dir: string) {
  const folder = join(data_dir, 'mails')
  const fileOf = (id: string): string => join(folder, `${BigInt(id)}.json`)
  return {
    keep: async (id: string, mail: KeptMail): Promise<void> => {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await chmod(folder, 0o700)
      // A new file each time, so that nobody reads half of one, or has the old one open.
      const draft = `${fileOf(id)}.${process.pid}`
      await writeFile(draft, `${JSON.stringify(mail, null, 2)}\n`, { mode: 0o600, flush: true })
      await rename(draft, fileOf(id))
    },
    /** Null: it is not here. Another process may have kept it elsewhere, or the folder belonged to another database. */
    read: async (id: string, message_id: string): Promise<KeptMail | null> => {
      const text = await readFile(fileOf(id), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      if (text === null) return null
      const mail = JSON.parse(text) as KeptMail // Written by keep, above.
      return mail.message_id === message_id ? mail : null
    },
    /** A second call finds nothing, and is content. */
    remove: (id: string): Promise<void> => rm(fileOf(id), { force: true }),
  }
}

export type KeptMails = ReturnType<typeof keptMails>

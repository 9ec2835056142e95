import type { Said } from '../../api/inbox.ts'
import { Moment } from '../../parts/moment.tsx'
import { DocumentLink } from '../../parts/records/document_link.tsx'
import { initials } from '../../words/initials.ts'
import { useWords } from '../../words/words.tsx'
import classes from './inbox.module.css'
import own from './said_view.module.css'

/** What somebody wrote; a note for colleagues has another colour, and says so. */
export function SaidView({ of: one, debtor_name }: { of: Said; debtor_name: string }) {
  const { words } = useWords()
  const name = one.kind === 'answer' ? words.messages_we : (one.person ?? debtor_name)
  return (
    <article className={own.one} data-kind={one.kind} data-unread={one.unread || undefined}>
      <span className={classes.initials} aria-hidden="true">
        {initials(name)}
      </span>
      <div className={own.text}>
        <p className={classes.line}>
          <span>
            <strong>{name}</strong> <span className={classes.meta}>{said(one)}</span>
          </span>
          <span className={classes.meta}>
            <Moment at={one.at} />
          </span>
        </p>
        <p className={classes.letter}>{one.content}</p>
        {one.quoted && (
          <details className={own.quoted}>
            <summary>{words.messages_quoted}</summary>
            <p className={classes.letter}>{one.quoted}</p>
          </details>
        )}
        {(one.attachments.length > 0 || one.original_url) && (
          <ul className={classes.files} aria-label={words.messages_attachments}>
            {one.attachments.map(({ filename, url }) => (
              <li key={url}>
                <DocumentLink url={url}>{filename}</DocumentLink>
              </li>
            ))}
            {one.original_url && (
              <li>
                <DocumentLink url={one.original_url}>{words.messages_original}</DocumentLink>
              </li>
            )}
          </ul>
        )}
      </div>
    </article>
  )

  function said({ kind, address, automatic }: Said): string {
    if (kind === 'note') return words.composer_note_inside
    return [address, automatic && words.messages_automatic].filter((part) => part).join(' · ')
  }
}

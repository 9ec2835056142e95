import { PermissionGrid } from '../../parts/permission_grid.tsx'
import { fill } from '../../words/fill.ts'
import type { Language } from '../../words/languages.ts'
import { familyRows } from '../../words/say_permission.ts'
import { useWords } from '../../words/words.tsx'
import classes from './asked_for.module.css'

/** Up to so many boxes are read as quickly as a summary of them. */
const boxes_max = 6

type AskedForProps = {
  offered: readonly string[]
  chosen: readonly string[]
  onChange: (permissions: string[]) => void
  problem: string | null
}

/** What software asks for: first what it could change, then what it could read, and one by one for whoever wants. */
export function AskedFor({ offered, chosen, onChange, problem }: AskedForProps) {
  const { words } = useWords()
  const grid = (
    <PermissionGrid
      label={words.consent_permissions}
      offered={offered}
      chosen={chosen}
      onChange={onChange}
      problem={problem}
    />
  )
  if (offered.length <= boxes_max)
    return (
      <div>
        {grid}
        <p className="hint">{words.consent_permissions_sentence}</p>
      </div>
    )
  return (
    <section aria-label={words.consent_permissions}>
      <h2 className={classes.heading}>{words.consent_permissions}</h2>
      <Effects chosen={chosen} />
      {/* What is missing is said among the boxes: so they are open then. */}
      <details className={classes.one_by_one} open={problem !== null || undefined}>
        <summary>{words.consent_one_by_one}</summary>
        {grid}
      </details>
      <p className="hint">
        {fill(words.permissions_chosen, { count: chosen.length, total: offered.length })}.{' '}
        {words.consent_permissions_sentence}
      </p>
    </section>
  )
}

/** What comes of what is chosen, in two lines. */
function Effects({ chosen }: { chosen: readonly string[] }) {
  const { words, language } = useWords()
  const rows = familyRows(chosen, words)
  const list = new Intl.ListFormat(language, { type: 'conjunction' })
  const named = (families: typeof rows): string =>
    list.format(families.map(({ name }) => withinSentence(name, language)))
  const changed = rows.filter(({ write }) => write !== null)
  const read = rows.filter(({ write }) => write === null)
  return (
    <dl className={classes.effects}>
      {changed.length > 0 && (
        <div>
          <dt>{words.consent_can_change}</dt>
          <dd>{named(changed)}</dd>
        </div>
      )}
      {read.length > 0 && (
        <div>
          <dt>{words.consent_can_read}</dt>
          <dd>{named(read)}</dd>
        </div>
      )}
    </dl>
  )
}

/** A name as it stands within a sentence; one that begins with an abbreviation, as «VAT rates», stays as it is. */
const withinSentence = (name: string, language: Language): string =>
  /^\p{Lu}{2}/u.test(name) ? name : name.toLocaleLowerCase(language)

import classes from './record.module.css'

/** `key` tells badges apart that may say the same. */
export type Badge = { text: string; tone?: 'good' | 'bad'; key?: string }

/** In which state a record is, in a few words each. */
export function Badges({ badges }: { badges: Badge[] }) {
  if (badges.length === 0) return null
  return (
    <ul className={classes.badges}>
      {badges.map(({ text, tone, key = text }) => (
        <li key={key} className={classes.badge} data-tone={tone}>
          {text}
        </li>
      ))}
    </ul>
  )
}

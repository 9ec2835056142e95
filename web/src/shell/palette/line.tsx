import { Icon } from '../../parts/icons.tsx'
import type { Choice } from './choice.ts'
import classes from './palette.module.css'

type LineProps = {
  id: string
  choice: Choice
  sought: string
  current: boolean
  onHover: () => void
  onChoose: (other_tab: boolean) => void
}

/** One choice. The field keeps the keyboard, so this is no link; a press does what Enter does. */
export function Line({ id, choice, sought, current, onHover, onChoose }: LineProps) {
  const { icon, text, detail, figure } = choice
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the field, which says which option is the current one.
    <div
      id={id}
      role="option"
      aria-selected={current}
      tabIndex={-1}
      className={classes.line}
      onMouseMove={onHover}
      onClick={({ ctrlKey, metaKey }) => onChoose(ctrlKey || metaKey)}
    >
      <Icon name={icon} size={16} />
      <span className={classes.text}>
        <Marked text={text} sought={sought} />
        {detail && (
          <span className={classes.detail}>
            {' '}
            <Marked text={detail} sought={sought} />
          </span>
        )}
      </span>
      {figure && <span className={classes.figure}>{figure}</span>}
    </div>
  )
}

/** What was typed stands out in what was found. */
function Marked({ text, sought }: { text: string; sought: string }) {
  const [word] = sought
    .toLowerCase()
    .split(/\s+/)
    .filter((one) => one !== '' && text.toLowerCase().includes(one))
  const at = word === undefined ? -1 : text.toLowerCase().indexOf(word)
  if (word === undefined || at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className={classes.mark}>{text.slice(at, at + word.length)}</mark>
      {text.slice(at + word.length)}
    </>
  )
}

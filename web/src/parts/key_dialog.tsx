import { Modal } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import classes from './key_board.module.css'

type KeyDialogProps = { keys: readonly [key: string, does: string][]; opened: boolean; onClose: () => void }

/** What the keys of a page do. */
export function KeyDialog({ keys, opened, onClose }: KeyDialogProps) {
  const { words } = useWords()
  const has = (key: string): boolean => keys.some(([one]) => one === key)
  const everywhere = [
    ...(has('j') && !has('Enter') ? [['Enter', words.keys_open] as const] : []),
    ...(has('Escape') ? [] : [['Escape', words.keys_close] as const]),
    ['Ctrl K', words.find_or_do] as const,
    ['?', words.keys_title] as const,
  ]
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={words.keys_title}
      centered
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <dl className={classes.keys}>
        {[...keys, ...everywhere].map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd>{nameOf(key)}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}

const names: Readonly<Record<string, string>> = { Escape: 'Esc', Enter: '↵' }

/** A key as it is written on keyboards. */
const nameOf = (key: string): string => names[key] ?? (key.length === 1 ? key.toUpperCase() : key)

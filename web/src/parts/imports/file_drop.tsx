import { Button, FileButton } from '@mantine/core'
import { type DragEvent, type ReactNode, useState } from 'react'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { Note } from '../note.tsx'
import classes from './file_drop.module.css'
import { useBringing } from './use_bringing.ts'

const takes = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

type Props = {
  administration_id: string
  /** Where it is one part of something else: what stands above the button, without a frame of its own. */
  within?: ReactNode
}

/** Where somebody chooses a file, or lets it fall. */
export function FileDrop({ administration_id, within }: Props) {
  const { words } = useWords()
  const { reading, problem, bring } = useBringing(administration_id)
  const [over, setOver] = useState(false)
  const hold = (event: DragEvent): void => {
    event.preventDefault()
    setOver(true)
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    bring(event.dataTransfer.files[0] ?? null)
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: to drop a file is a second way beside the button. */}
      <div
        className={within ? classes.within : classes.drop}
        data-over={over || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {within}
        <div className={classes.ways}>
          <FileButton onChange={bring} accept={takes}>
            {(props) => (
              <Button {...props} loading={reading !== null} leftSection={<Icon name="upload" size={16} />}>
                {words.import_choose}
              </Button>
            )}
          </FileButton>
          <span className={classes.or}>{words.import_drop}</span>
        </div>
        <span className="hint" role="status">
          {reading !== null ? fill(words.import_reading, { name: reading }) : within ? null : words.import_takes}
        </span>
      </div>
      {problem && (
        <Note tone="bad" live>
          <p>{problem}</p>
        </Note>
      )}
    </>
  )
}

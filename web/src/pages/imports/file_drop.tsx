import { Button, FileButton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { importQuery, importsQuery } from '../../api/imports.ts'
import { Icon } from '../../parts/icons.tsx'
import { Note } from '../../parts/note.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import classes from './imports.module.css'
import { sayFileProblem } from './say_problem.ts'

const takes = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** What the service would refuse need not be sent first. */
const bytes_max = 20 * 1024 * 1024

/** Where somebody chooses a file, or lets it fall. */
export function FileDrop({ administration_id }: { administration_id: string }) {
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
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: to drop a file is a second way beside the button. */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={hold}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <FileButton onChange={bring} accept={takes}>
          {(props) => (
            <Button {...props} loading={reading !== null} leftSection={<Icon name="upload" size={16} />}>
              {words.import_choose}
            </Button>
          )}
        </FileButton>
        <span className={classes.or}>{words.import_drop}</span>
        <span className="hint" role="status">
          {reading === null ? words.import_takes : fill(words.import_reading, { name: reading })}
        </span>
      </div>
      {problem && (
        <Note tone="bad" live>
          <p>{problem}</p>
        </Note>
      )}
    </div>
  )
}

/** Sends a file, and leads on to what was found in it. */
function useBringing(administration_id: string) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [reading, setReading] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const bring = async (file: File | null): Promise<void> => {
    if (file === null || reading !== null) return
    setProblem(null)
    if (file.size > bytes_max) return setProblem(words.import_file_large)
    setReading(file.name)
    try {
      const read = await ask('import_verbs.read', { administration_id, file })
      queries.setQueryData(importQuery({ administration_id, id: read.id }).queryKey, read)
      void queries.invalidateQueries({ queryKey: importsQuery(administration_id).queryKey, exact: true })
      await navigate({
        to: '/administrations/$administration_id/imports/$record_id',
        params: { administration_id, record_id: read.id },
      })
    } catch (refused) {
      if (!(refused instanceof ConsoleError)) throw refused
      setProblem(sayFileProblem(words, refused))
    } finally {
      setReading(null)
    }
  }
  return { reading, problem, bring: (file: File | null) => void bring(file) }
}

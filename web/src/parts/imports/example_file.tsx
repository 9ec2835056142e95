import { Button } from '@mantine/core'
import { useWords } from '../../words/words.tsx'
import { Icon } from '../icons.tsx'
import { csvFile, saveFile, spreadsheet } from '../table/files/save_file.ts'
import { exampleIn } from './example.ts'

/** A file that can be brought in as it is, to be filled with one's own invoices. */
export function ExampleFile({ kind }: { kind: 'csv' | 'xlsx' }) {
  const { words, language } = useWords()
  const save = async (): Promise<void> => {
    const { headings, rows } = exampleIn(language)
    const name = words.import_example_name
    const file = kind === 'csv' ? csvFile(headings, language) : await spreadsheet(name, headings)
    file.add(rows)
    saveFile(file, `${name}.${kind}`)
  }
  return (
    <Button variant="default" leftSection={<Icon name="download" size={16} />} onClick={() => void save()}>
      {words[`import_example_${kind}`]}
    </Button>
  )
}

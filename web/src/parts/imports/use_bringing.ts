import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { importQuery, importsQuery } from '../../api/imports.ts'
import { useWords } from '../../words/words.tsx'
import { sayFileProblem } from './say_file_problem.ts'

/** What the service would refuse need not be sent first. */
const bytes_max = 20 * 1024 * 1024

/** Sends a file, and leads on to what was found in it. */
export function useBringing(administration_id: string) {
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

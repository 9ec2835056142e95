import { Button } from '@mantine/core'
import { useWords } from '../words/words.tsx'
import type { useForm } from './form.ts'

type Props = {
  form: Pick<ReturnType<typeof useForm>, 'busy'>
  /** What sending the form is called. */
  submit: string
  onCancel: () => void
  /** Whether it is sent by Enter as soon as it opens. */
  autofocus?: boolean
}

/** The two ways out of a form in a dialog: to send it, or to leave everything as it is. */
export function FormWays({ form, submit, onCancel, autofocus = false }: Props) {
  const { words } = useWords()
  return (
    <div className="ways">
      <Button type="submit" loading={form.busy} data-autofocus={autofocus || undefined}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {words.cancel}
      </Button>
    </div>
  )
}

import type { ReactNode } from 'react'
import type { useForm } from './form.ts'
import { Note } from './note.tsx'
import { RemedyButton } from './remedy.tsx'
import { useUnsaved } from './unsaved.tsx'

type FormSheetProps = {
  form: Pick<ReturnType<typeof useForm>, 'props' | 'refusal' | 'remedy' | 'changed' | 'isKept'>
  children: ReactNode
  label?: string
  /** For buttons that stand elsewhere on the page and send it. */
  id?: string
  /**
   * Whether somebody who leaves the page with something typed is asked first. Not where passwords are: browsers fill
   * those in by themselves.
   */
  guarded?: boolean
}

/** The fields of a form, and above them why it was refused as a whole. */
export function FormSheet({ form, children, label, id, guarded = false }: FormSheetProps) {
  useUnsaved(guarded && form.changed && !form.isKept(), async () => form.isKept())
  return (
    <form {...form.props} className="fields" id={id} aria-label={label}>
      {form.refusal && (
        <Note tone="bad" live>
          <p>{form.refusal}</p>
          <RemedyButton remedy={form.remedy} />
        </Note>
      )}
      {children}
    </form>
  )
}

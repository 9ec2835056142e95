import { type Actions, create, onOne } from '../api/actions.ts'
import { text } from '../api/field.ts'
import { writeNote } from '../follow_up/write_note.ts'
import { notes } from '../resources/notes.ts'
import { findSubject, subject_fields } from './work_subject.ts'

/** Notes are written on our pages alone; the interface shows them. */
export const note_actions: Actions = {
  create: create(notes, {
    description: 'Writes a note about a debtor, an invoice or a credit case, for colleagues alone.',
    body: { content: text('Text of the note.').required(), ...subject_fields },
    run: async (context, { content, ...about }) => ({
      id: await writeNote(context, content, await findSubject(context, about)),
    }),
  }),

  mark_completed: onOne(notes, {
    method: 'PATCH',
    description: 'Marks a note as done. One that is done already stays as it is.',
    body: {},
    run: async ({ db, administration_id, now, stamp }, note) => {
      if (note.completed_at !== null) return
      await db
        .updateTable('notes')
        .set({ completed_at: now.toISOString(), updated_at: stamp })
        .where('administration_id', '=', administration_id)
        .where('id', '=', note.id)
        .execute()
    },
  }),
}

import { sendLetters } from '../follow_up/send/send.ts'
import { eachApart } from '../queue/each_apart.ts'
import { job } from './job.ts'

declare module '../queue/jobs.ts' {
  interface Jobs {
    send_letter: { administration_id: string; letter_ids: readonly string[] }
  }
}

export const send_letter = job('send_letter', {
  // Letters that wait for the next day are withdrawn then, and decided again.
  retries: { times: 20, first_s: 5, longest_s: 7_200 },
  longest_s: 600,
  alone: false,
  at_once: 2,
  reaches_outside: true,
  timetable: null,
  handle: async ({ administration_id, letter_ids }, needs) => {
    try {
      await sendLetters(needs, { administration_id, letter_ids })
    } catch (error) {
      if (letter_ids.length === 1) throw error
      // One of them may be the reason: the others do not wait for it.
      await eachApart(letter_ids, (id) => sendLetters(needs, { administration_id, letter_ids: [id] }))
    }
  },
})

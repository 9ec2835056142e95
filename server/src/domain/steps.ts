// What a flow can do with an invoice and with a credit case, one entry each. A new kind of step begins here.

export type StepEntry = {
  readonly of: 'invoice' | 'case'
  /** A letter goes to the debtor, a task to a person; a mark, an opening and a hand-over change a record alone. */
  readonly does: 'letter' | 'task' | 'mark' | 'open_case' | 'hand_over'
  /**
   * What it is to the debtor. `sending` brings the invoice, `before_due` is friendly and lapses with the due date,
   * `reminding` asks for what is overdue, `escalating` leads to collection and needs a clean account.
   */
  readonly kind: 'sending' | 'before_due' | 'reminding' | 'escalating'
  /** Its fixed place among the others; null: a flow puts it wherever it likes after the first reminder. */
  readonly rank: number | null
  /** The moment on the record that says when it was done. */
  readonly moment: string | null
}

export const invoice_steps = {
  invoice: { of: 'invoice', does: 'letter', kind: 'sending', rank: 0, moment: 'sent_at' },
  pre_reminder: { of: 'invoice', does: 'letter', kind: 'before_due', rank: 1, moment: 'pre_reminder_at' },
  reminder_1: { of: 'invoice', does: 'letter', kind: 'reminding', rank: 2, moment: 'reminder_1_at' },
  reminder_2: { of: 'invoice', does: 'letter', kind: 'reminding', rank: 3, moment: 'reminder_2_at' },
  reminder_3: { of: 'invoice', does: 'letter', kind: 'reminding', rank: 4, moment: 'reminder_3_at' },
  reminder_4: { of: 'invoice', does: 'letter', kind: 'reminding', rank: 5, moment: 'reminder_4_at' },
  call_reminder: { of: 'invoice', does: 'task', kind: 'reminding', rank: null, moment: null },
  end_of_service_announcement: {
    ...{ of: 'invoice', does: 'letter', kind: 'reminding', rank: null },
    moment: 'end_of_service_announcement_at',
  },
  end_of_service: { of: 'invoice', does: 'letter', kind: 'reminding', rank: null, moment: 'end_of_service_at' },
  final_reminder: { of: 'invoice', does: 'letter', kind: 'escalating', rank: 6, moment: 'final_reminder_at' },
  collectable: { of: 'invoice', does: 'mark', kind: 'escalating', rank: 7, moment: 'collectable_at' },
} as const satisfies { readonly [step: string]: StepEntry }

export const case_steps = {
  opening: { of: 'case', does: 'open_case', kind: 'escalating', rank: 0, moment: 'started_at' },
  summons: { of: 'case', does: 'letter', kind: 'reminding', rank: 1, moment: 'summons_1_at' },
  summons_reminder: { of: 'case', does: 'letter', kind: 'reminding', rank: 2, moment: null },
  second_summons: { of: 'case', does: 'letter', kind: 'reminding', rank: 3, moment: 'summons_2_at' },
  second_summons_reminder: { of: 'case', does: 'letter', kind: 'reminding', rank: 4, moment: null },
  notice_of_default: { of: 'case', does: 'letter', kind: 'reminding', rank: 5, moment: 'notice_of_default_at' },
  prejudiciary: { of: 'case', does: 'letter', kind: 'reminding', rank: 6, moment: 'pre_judicial_at' },
  bailiff: { of: 'case', does: 'hand_over', kind: 'escalating', rank: 7, moment: 'forwarded_to_bailiff_at' },
} as const satisfies { readonly [step: string]: StepEntry }

export type InvoiceStep = keyof typeof invoice_steps
export type CaseStep = keyof typeof case_steps
export type Step = InvoiceStep | CaseStep

/** The names are those of the objects above, in their order. */
export const invoice_step_names = Object.keys(invoice_steps) as InvoiceStep[]
export const case_step_names = Object.keys(case_steps) as CaseStep[]

export const all_steps: { readonly [name in Step]: StepEntry } = { ...invoice_steps, ...case_steps }

/** Whether somebody is written to by a step. */
export const isLetter = (step: Step): boolean => all_steps[step].does === 'letter'

/** Letters that a client may say were sent before, and the moment of each. */
export const declared_moments = {
  pre_reminder: 'pre_reminder_at',
  reminder_1: 'reminder_1_at',
  reminder_2: 'reminder_2_at',
  reminder_3: 'reminder_3_at',
  reminder_4: 'reminder_4_at',
  final_reminder: 'final_reminder_at',
} as const

export type DeclaredStep = keyof typeof declared_moments

/** The names are those of the object above, in its order. */
export const declared_steps = Object.keys(declared_moments) as DeclaredStep[]

/** Whether a step asks for what is overdue, by letter or by phone. */
export const isOverdueStep = (step: Step): boolean =>
  all_steps[step].kind === 'reminding' || all_steps[step].kind === 'escalating'

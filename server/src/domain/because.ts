// Every reason that a step, its day, or the lack of one can rest on, as decisions and steps carry them. A new reason is
// an entry here and its words; pages show one that is newer than they are by its name.

export const because_reasons = [
  // Why nothing comes.
  'engine_off',
  'paid',
  'credit',
  'credit_case',
  'case_ended',
  'no_flow',
  'flow_ended',
  // What a step and its day rest on.
  'flow',
  'invoice_date',
  'due_date',
  'sent',
  'previous_step',
  'minimum_interval',
  'term_of_letter',
  'moved',
  'reset',
  'lapsed',
  'collectable',
  'party_assumed',
  // What people and clients did themselves.
  'by_hand',
  'declared',
  'migrated',
  'skipped',
] as const

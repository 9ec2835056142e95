import { case_step_names, invoice_step_names } from '../domain/steps.ts'
import { channels, type FlowProblem } from '../law/pack.ts'
import { anyOr, choice, flag, listOf, listOfObjects, object, orNull, type ReadAs, text, whole } from './fields.ts'

const amount = /^\d{1,12}\.\d\d$/

const of_every_step = {
  day: whole({ about: 'How many days after what `from` names; before the due date it is negative.' }, -90, 365),
  from: choice({ about: 'What the days are counted from.', absent: 'previous' }, [
    'invoice_date',
    'due_date',
    'previous',
  ]),
  channels: listOf(
    { about: 'How it goes out; the first by which the debtor can be reached is taken.', absent: channels },
    choice({ about: 'A way to send a letter.' }, channels),
    1,
  ),
  term_days: orNull(whole({ about: 'How many days the letter gives; the law may ask for more.' }, 1, 90)),
  fee: text(
    {
      about: 'What it costs the debtor: none, pack (what the law allows), or an amount, never more than that.',
      absent: 'none',
    },
    /^(none|pack|\d{1,12}\.\d\d)$/,
    'must be none, pack, or an amount such as 7.50.',
  ),
  approval: flag({ about: 'Whether a person has to let it go.', absent: false }),
  text: orNull(
    text(
      { about: 'The text of the letter; absent: the text of the step.' },
      /^[a-z0-9_]{1,64}$/,
      'must be the code of a text.',
    ),
  ),
}

const invoice_step = object('A step of invoices.', {
  step: choice({ about: 'What is done; each at most once, in their order.' }, invoice_step_names),
  ...of_every_step,
})

const case_step = object('A step of credit cases.', {
  step: choice({ about: 'What is done; each at most once, in their order.' }, case_step_names),
  ...of_every_step,
})

type CaseStepOf = ReadAs<{ step: ReturnType<typeof choice<(typeof case_step_names)[number]>> } & typeof of_every_step>

const caseStep = (step: CaseStepOf['step'], day: number, approval = false): CaseStepOf => ({
  ...{ step, day, approval, from: 'previous', channels, term_days: null, fee: 'none', text: null },
})

/** The usual order of a case: to the bailiff thirty days after the summons, when a person agrees. */
export const usual_case_steps: readonly CaseStepOf[] = [
  caseStep('opening', 0),
  caseStep('summons', 0),
  caseStep('summons_reminder', 5),
  caseStep('second_summons', 5),
  caseStep('second_summons_reminder', 5),
  caseStep('notice_of_default', 6),
  caseStep('bailiff', 9, true),
]

const code = {
  pattern: /^[a-z0-9][a-z0-9_-]{0,49}$/,
  must: 'must be made of small letters, digits, _ and -, at most 50, and begin with a letter or digit.',
}
const any = { payment_conditions: 'any', party: 'any', payment_methods: 'any' } as const

const flow_field = object('How invoices of a kind are followed up.', {
  code: text({ about: 'Its name for programs.' }, code.pattern, code.must),
  name: text({ about: 'Its name for people.' }, /^\S(.{0,98}\S)?$/, 'must be a name of at most 100 characters.'),
  for: object(
    'Which invoices follow it.',
    {
      payment_conditions: anyOr(
        'Codes of payment conditions.',
        text({ about: 'The code of a payment condition.' }, /^.{1,255}$/, 'must be the code of a payment condition.'),
      ),
      party: choice({ about: 'Businesses, consumers, or both.', absent: 'any' }, ['any', 'business', 'consumer']),
      payment_methods: anyOr(
        'How the invoices are paid.',
        choice({ about: 'A payment method.' }, ['bank_transfer', 'direct_debit', 'cash', 'none', 'unknown']),
      ),
    },
    any,
  ),
  fallback: flag({ about: 'Whether it is for invoices that no other flow is for.', absent: false }),
  minimum_amount: text(
    { about: 'Less than this is not asked for; what is asked for in one letter counts together.', absent: '0.00' },
    amount,
    'must be an amount such as 5.00.',
  ),
  bundle: choice({ about: 'Which letters are gathered into one.', absent: 'reminders' }, [
    'none',
    'final',
    'reminders',
  ]),
  minimum_interval: whole({ about: 'Days from one letter about an invoice to the next.', absent: 7 }, 1, 90),
  steps: listOfObjects('What is done, in this order.', invoice_step),
  case_steps: listOfObjects('What is done in a credit case, in this order.', case_step, usual_case_steps),
  end: choice({ about: 'What becomes of an invoice that went through all steps.', absent: 'collectable' }, [
    'none',
    'task',
    'collectable',
    'case_approval',
    'case',
  ]),
})

/** How invoices of a kind are followed up, with everything that was left out filled in. */
export type Flow = NonNullable<(typeof flow_field)['absent']>
export type FlowStep = Flow['steps'][number]
export type FlowCaseStep = Flow['case_steps'][number]

/** What a flow consists of, for the description of the interface. */
export const flow_members = flow_field.schema

/** The JSON Schema of a flow by itself, for editors and other programs. */
export const flow_schema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Flow',
  ...flow_members,
}

/** Fifteen days after the last step, unless the flow says otherwise. */
const usual_end: FlowStep = {
  ...{
    step: 'collectable',
    day: 15,
    from: 'previous',
    channels,
    term_days: null,
    fee: 'none',
    approval: false,
    text: null,
  },
}

/** A flow as somebody wrote it. What cannot be read has problems; `publishProblems` says whether it makes sense. */
export function readFlow(value: unknown): { flow: Flow; problems: readonly FlowProblem[] } {
  const problems: FlowProblem[] = []
  const read = flow_field.read(value, '', problems)
  if (problems.length > 0 || read.end === 'none') return { flow: read, problems }
  const ends = read.steps.some(({ step }) => step === 'collectable')
  return { flow: ends ? read : { ...read, steps: [...read.steps, usual_end] }, problems }
}

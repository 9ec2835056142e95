import type { LetterTexts } from './letter_texts.ts'

const term =
  '{% if term.end %}on **{{ term.end }}** at the latest{% else %}within **{{ term.days }} days after you received this letter**{% endif %}'
const invoices = "{{ invoices.count | plural: 'invoice', 'invoices' }}"

/** Between the greeting and the closing: the invoices, and the button to pay. */
const letter = (text: string): string =>
  [
    "Dear {{ contact.name | otherwise: 'customer' }},",
    text,
    '{{ invoices.table }}',
    '{{ pay.button }}',
    'Kind regards,\n{% if owner.name %}{{ owner.name }}, {% endif %}{{ creditor.name }}',
  ].join('\n\n')

export const english: LetterTexts = {
  frame: {
    invoice: 'Invoice',
    order: 'Your order',
    due: 'Due date',
    days: 'Days late',
    open: 'Open',
    total: 'To pay',
    pay: 'Pay {amount}',
    account: 'Account',
    holder: 'In the name of',
    reference: 'Reference',
    amount: 'Amount',
    bic: 'BIC',
    scan: 'Scan with your banking app',
    page: 'Page {page} of {pages}',
    crossed: 'Already paid? Then this letter crossed your payment, and you can ignore it.',
    objection: 'Do you disagree with an invoice? Answer this letter at {email}{portal}.',
    portal: ' or go to {url}',
    due_on: 'due on {day}',
  },
  steps: {
    invoice: {
      title: 'Invoice',
      subject: 'Invoice {{ invoices.first_number }} from {{ creditor.name }}',
      body: letter(
        `Thank you for your order. This is our ${invoices} for **{{ total.open }}**. Please pay by **{{ invoices.first_due_date }}**.`,
      ),
    },
    pre_reminder: {
      title: 'Soon due',
      subject: 'Soon due: {{ total.open }} for {{ creditor.name }}',
      body: letter(
        'A short note, so that it does not slip your mind: **{{ total.open }}** is due on **{{ invoices.first_due_date }}**. If you have arranged the payment already, there is nothing to do.',
      ),
    },
    reminder_1: {
      title: 'Reminder',
      subject: `Reminder: {{ invoices.count }} ${invoices}, {{ total.open }}`,
      body: letter(`Perhaps it escaped your attention: **{{ total.open }}** is still open. Would you pay it ${term}?`),
    },
    reminder_2: {
      title: 'Second reminder',
      subject: 'Second reminder: {{ total.open }} is still open',
      body: letter(
        `We wrote to you before about the ${invoices} below and have not received **{{ total.open }}** yet. Please pay it ${term}.\n\nIs something in the way? Tell us, and we look for a solution together.`,
      ),
    },
    reminder_3: {
      title: 'Third reminder',
      subject: 'Third reminder: {{ total.open }} is still open',
      body: letter(
        `In spite of our earlier letters **{{ total.open }}** is still open. Please pay it ${term}, or let us know before then when we can expect it.`,
      ),
    },
    reminder_4: {
      title: 'Fourth reminder',
      subject: 'Fourth reminder: {{ total.open }} is still open',
      body: letter(
        `We have written to you several times about the ${invoices} below. **{{ total.open }}** is still open. Please pay it ${term}. If you cannot pay it at once, ask us for terms.`,
      ),
    },
    end_of_service_announcement: {
      title: 'Announcement',
      subject: 'We will stop our service if {{ total.open }} stays open',
      body: letter(
        `**{{ total.open }}** is still open. If we have not received it ${term}, we will have to stop our service to you. We would rather not: please pay, or get in touch.`,
      ),
    },
    end_of_service: {
      title: 'Service stopped',
      subject: 'Our service to you has been stopped',
      body: letter(
        `Because **{{ total.open }}** is still open, we have stopped our service to you. As soon as we have received the amount, we start again. Please pay it ${term}.`,
      ),
    },
    final_reminder: {
      title: 'Final reminder',
      subject: 'Final reminder: {{ total.open }}',
      body: letter(
        `This is our last reminder. **{{ total.open }}** is still open. Please pay it ${term}. If we receive nothing by then, we will hand the ${invoices} over for collection.`,
      ),
    },
  },
}

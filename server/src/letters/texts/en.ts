import type { LetterTexts } from './each_language.ts'

const term =
  '{% if term.end %}on **{{ term.end }}** at the latest{% elsif term.days %}within **{{ term.days }} days after the day on which you received this letter**{% else %}as soon as possible{% endif %}'
const due =
  '{% if invoices.count == 1 %}**{{ invoices.first_due_date }}**{% else %}the due date of each invoice{% endif %}'
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
    order_number: 'your order {number}',
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
    more: 'and {count} more, due from {first} to {last}',
    full_list:
      'This letter names the invoices that were due first. The full list of {count} can be had from {email}{portal}.',
    due_on: 'due on {day}',
    costs: 'Costs and interest',
    credit: 'You have a credit of {amount}. It has not been taken off here.',
    stated: 'If you do not pay in time, collection costs of {amount} will be added.',
    attention: 'Attn. {name}',
    addressed: 'This letter of {day} is for {debtor}.',
    registered: 'Company number {number}',
  },
  steps: {
    invoice: {
      title: 'Invoice',
      subject: 'Invoice {{ invoices.first_number }} from {{ creditor.name }}',
      body: letter(
        `Thank you for your order. {{ invoices.count | plural: 'This is our invoice', 'These are our invoices' }} for **{{ total.open }}**. Please pay on ${due} at the latest.`,
      ),
    },
    pre_reminder: {
      title: 'Soon due',
      subject: 'Soon due: {{ total.open }} for {{ creditor.name }}',
      body: letter(
        `A short note, so that it does not slip your mind: **{{ total.open }}** is to be paid on ${due} at the latest. If you have arranged the payment already, there is nothing to do.`,
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
        `In spite of our earlier letters **{{ total.open }}** is still open. Please pay it ${term}, or let us know when we can expect it.`,
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
        `This is our last reminder. **{{ total.open }}** is still open. Please pay it ${term}. If we receive nothing, we will hand the ${invoices} over for collection.`,
      ),
    },
    summons: {
      title: 'Demand for payment',
      subject: 'Demand for payment: {{ total.open }}, case {{ case.number }}',
      body: letter(
        `In spite of our reminders we have not received **{{ total.open }}** from you. We now handle the ${invoices} below as case {{ case.number }}. Please pay this amount ${term}.\n\nCan you not pay it at once, or is something wrong? Then get in touch with us now. That avoids further steps.`,
      ),
    },
    summons_reminder: {
      title: 'Reminder of our demand',
      subject: 'Not paid yet: {{ total.open }}, case {{ case.number }}',
      body: letter(
        `A short while ago we sent you a demand for payment. **{{ total.open }}** is still open. Please pay it ${term}, or tell us what keeps you from it. Terms can often be agreed.`,
      ),
    },
    second_summons: {
      title: 'Second demand for payment',
      subject: 'Second demand: {{ total.open }}, case {{ case.number }}',
      body: letter(
        `We have received no payment after our demand. We ask you for the second time to pay **{{ total.open }}** ${term}. If no payment comes, we will continue to collect case {{ case.number }}.`,
      ),
    },
    second_summons_reminder: {
      title: 'Reminder of our second demand',
      subject: 'Case {{ case.number }}: {{ total.open }} is still open',
      body: letter(
        `We have asked you twice for payment and have not received **{{ total.open }}** yet. Please pay it ${term}. If you have a reason not to pay, write to us now.`,
      ),
    },
    notice_of_default: {
      title: 'Notice of default',
      subject: 'Notice of default: {{ total.open }}, case {{ case.number }}',
      body: letter(
        `With this letter we give you notice of default. The ${invoices} below should have been paid before. You have one more opportunity to pay **{{ total.open }}** ${term}. If you do not, you are in default, and we may claim the interest and costs that the law allows.`,
      ),
    },
    prejudiciary: {
      title: 'Last letter before legal steps',
      subject: 'Last letter: {{ total.open }}, case {{ case.number }}',
      body: letter(
        `This is our last letter about case {{ case.number }}. If we do not receive **{{ total.open }}** ${term}, we may hand the claim to a bailiff or a lawyer, who can bring it before a court. If the court finds for us, the costs of the proceedings may be yours.\n\nYou can still avoid this: please pay, or get in touch with us.`,
      ),
    },
  },
  statement: {
    title: 'Statement',
    subject: 'Statement of what is open at {{ creditor.name }}',
    body: letter(
      'This is what is open with us today: **{{ total.open }}**. If you have paid already, or something is not right, please let us know. This statement is no reminder.',
    ),
  },
}

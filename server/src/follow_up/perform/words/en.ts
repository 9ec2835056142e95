import { joined, quoted, who } from './pieces.ts'
import type { StaffWords, Subject } from './staff.ts'

const owed = ({ amount, due }: Subject): string =>
  amount === '' ? '' : `${amount} is open${due === '' ? '' : `, due on ${due}`}.`

export const english: StaffWords = {
  invoice: (number) => `invoice ${number}`,
  credit_case: (number) => `case ${number}`,
  tasks: {
    call_reminder: (about) => ({
      subject: `Call ${who(about)}`,
      description: joined(
        about.phone === '' ? 'No phone number is known.' : `Call ${about.phone}.`,
        owed(about),
        'Complete the task as succeeded when you spoke to somebody. After three working days the follow-up goes on.',
      ),
    }),
    end_of_flow: (about) => ({
      subject: `Decide how to go on with ${who(about)}`,
      description: joined('All reminders were sent.', owed(about)),
    }),
    promise_broken: (about) => ({
      subject: `${about.debtor} did not keep a promise to pay`,
      description: joined('The promised day is over, and the money has not come.', owed(about), callOn(about)),
    }),
    plan_proposed: (about) => ({
      subject: `${about.debtor} proposes to pay in terms`,
      description: 'Approve or reject the proposal, or offer other terms. Reminders wait for ten days meanwhile.',
    }),
    plan_term_missed: (about) => ({
      subject: `${about.debtor} missed a term of a payment plan`,
      description: joined('The plan still runs. Talk to the debtor, or end the plan.', callOn(about)),
    }),
    no_address: (about) => ({
      subject: `Find an address of ${about.debtor}`,
      description: joined('Neither mail nor post reaches the debtor, so nothing is sent.', callOn(about)),
    }),
    wrong_address: (about) => ({
      subject: `Check the email address of ${about.debtor}`,
      description:
        'Mail to this address does not arrive, and none is sent to it any more. Correct it, then complete the task as succeeded: mail goes there again.',
    }),
    address_wanted: (about) => ({
      subject: `${about.debtor} gave a new address`,
      description: 'Read the message of the debtor, and take the address over into the books. It does not count yet.',
    }),
    address_changed: (about) => ({
      subject: `${about.debtor} changed its address`,
      description: 'It counts already. Take it over into the books as well, or they bring the old one back.',
    }),
    stop_label: (about) => ({
      subject: `Find out what happens with ${about.debtor}`,
      description:
        'The debtor got the label stop: bankruptcy, death or debt counselling. Nothing is sent while it is there.',
    }),
    call_back: (about) => ({
      subject: `Call ${about.debtor} again`,
      description: joined('Nobody answered.', callOn(about)),
    }),
    find_number: (about) => ({
      subject: `Find a phone number of ${about.debtor}`,
      description: 'The number that was called is wrong.',
    }),
  },
  calls: {
    promise: ({ phone, amount, day }) => `${called(phone)}: promised ${amount} for ${day}.`,
    dispute: ({ phone, records }) => `${called(phone)}: disputes ${records}.`,
    no_answer: ({ phone, day }) => `${called(phone)}: no answer. To be called again on ${day}.`,
    wrong_number: ({ phone }) => `${called(phone)}: wrong number.`,
    other: ({ phone }) => `${called(phone)}.`,
  },
  call_taken_back: 'Taken back.',
  notifications: {
    dispute_opened: (about) => `${who(about)} is disputed.`,
    payment_plan_proposed: (about) => `${about.debtor} proposes to pay in terms.`,
    payment_plan_accepted: (about) => `${about.debtor} accepted the terms that were offered.`,
    payment_plan_declined: (about) => `${about.debtor} declined the terms that were offered.`,
    address_wanted: (about) => `${about.debtor} gave a new address, which does not count yet.`,
    address_changed: (about) => `${about.debtor} changed its address.`,
    bank_account_changed: (_, { after }) =>
      after === ''
        ? 'Debtors have no bank account to pay to any more. If you did not ask for that, look at the audit ' + 'log.'
        : `Debtors pay to another bank account from now on: it ends in ${after}. If you did not ask for ` +
          'that, stop sending and look at the audit log.',
    debtor_bank_account_changed: (about, { before, after }) =>
      `The bank account of ${about.debtor} was changed from one that ends in ${before} to one that ends ` +
      `in ${after}. Before you pay anything back to it, call the debtor on a number that you knew ` +
      'before.',
    mail_bounced: (about, { bounce_reason }) =>
      joined(`Mail to ${who(about)} could not be delivered.`, quoted(bounce_reason)),
    mail_complaint: (about) => `${who(about)} marked a mail as spam, so nothing is mailed to that address any more.`,
    message_received: (about) =>
      about.debtor === '' ? 'A message came from somebody who is not known.' : `A message came from ${who(about)}.`,
    backup_letters_stopped: () =>
      'Half of the mails of this week came back, so letters on paper do not take their place until somebody looks.',
    letter_returned: (about) => `A letter to ${who(about)} came back.`,
    books_stale: () => 'Nothing has come from the books for days, so reminders, costs and cases wait.',
    promise_broken: (about) => `${about.debtor} did not keep a promise to pay.`,
    payment_plan_term_missed: (about) => `${about.debtor} missed a term of a payment plan.`,
    document_missing: (about) => `There is no document of ${who(about)}, so it cannot be sent.`,
    ready_for_bailiff: (about) => `${who(about)} can be handed over.`,
    credit_limit_exceeded: (about) => `${about.debtor} owes more than its credit limit.`,
    surge_waiting: (_, { letters }) => joined('Many more letters than usual wait for your approval', `(${letters}).`),
    cap_reached: (_, { letters }) => joined('The most letters of a day have gone out; more wait', `(${letters}).`),
    engine_failed: (about, { problem }) =>
      joined(about.debtor === '' ? 'Something went wrong.' : `The follow-up of ${who(about)} failed.`, quoted(problem)),
    import_invalid: (_, { problem }) => joined('An import has errors.', quoted(problem)),
    import_failed: (_, { problem }) => joined('An import failed.', quoted(problem)),
    webhook_deactivated: (_, { host }) =>
      `The webhook to ${host} was deactivated, because it failed too often. Events are not sent until somebody activates it again.`,
  },
}

const called = (phone: string): string => joined('Called', phone)

const callOn = ({ phone }: Subject): string => (phone === '' ? '' : `Phone: ${phone}.`)

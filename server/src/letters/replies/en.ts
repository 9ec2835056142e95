import type { HouseReplies } from './each_language.ts'

const greeting = "Dear {{ contact.name | otherwise: 'customer' }},\n\n"
const closing = '\n\nKind regards,\n{{ sender.name }}\n{{ creditor.name }}'
const about = '{% if invoice.number %}Invoice {{ invoice.number }}{% else %}Your invoices{% endif %}'

export const english_replies: HouseReplies = {
  copy_of_invoice: {
    subject: `${about}: copy`,
    body:
      `${greeting}{% if invoice.number %}Please find attached a copy of invoice {{ invoice.number }}` +
      '{% if invoice.order_number %}, with your order number {{ invoice.order_number }}{% endif %}. ' +
      '{{ invoice.open }} of it is open; it was to be paid by {{ invoice.due_date }}.' +
      '{% else %}Please find attached the copy that you asked for.{% endif %} ' +
      `Could you let us know when we can expect your payment?${closing}`,
  },
  looking_into_it: {
    subject: `${about}: your message`,
    body:
      `${greeting}Thank you for your message. We are looking into it and will come back to you within a few working ` +
      `days. You need not do anything until then.${closing}`,
  },
  payment_received: {
    subject: `${about}: your payment`,
    body:
      `${greeting}Thank you for letting us know that you have paid` +
      '{% if invoice.number %} invoice {{ invoice.number }}{% endif %}. We have not been able to match the payment ' +
      'yet. Could you send us the day, the amount and the account from which it was made, or a copy of the ' +
      `transfer?${closing}`,
  },
  payment_terms: {
    subject: `${about}: paying in terms`,
    body:
      `${greeting}Thank you for your message. You would like to pay in terms` +
      '{% if total.overdue %}; {{ total.overdue }} is overdue now{% endif %}. Which amounts could you pay, and on ' +
      `which days? We will let you know soon whether we can agree to that.${closing}`,
  },
}

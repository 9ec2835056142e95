import type { HouseReplies } from './each_language.ts'

const greeting = "Geachte {{ contact.name | otherwise: 'heer/mevrouw' }},\n\n"
const closing = '\n\nMet vriendelijke groet,\n{{ sender.name }}\n{{ creditor.name }}'
const about = '{% if invoice.number %}Factuur {{ invoice.number }}{% else %}Uw facturen{% endif %}'

export const dutch_replies: HouseReplies = {
  copy_of_invoice: {
    subject: `${about}: kopie`,
    body:
      `${greeting}{% if invoice.number %}In de bijlage vindt u een kopie van factuur {{ invoice.number }}` +
      '{% if invoice.order_number %}, met uw ordernummer {{ invoice.order_number }}{% endif %}. ' +
      'Daarvan staat nog {{ invoice.open }} open; de vervaldatum was {{ invoice.due_date }}.' +
      '{% else %}In de bijlage vindt u de kopie waar u om vroeg.{% endif %} ' +
      `Kunt u laten weten wanneer wij uw betaling kunnen verwachten?${closing}`,
  },
  looking_into_it: {
    subject: `${about}: uw bericht`,
    body:
      `${greeting}Dank voor uw bericht. Wij zoeken het uit en komen er binnen enkele werkdagen bij u op terug. ` +
      `Tot die tijd hoeft u niets te doen.${closing}`,
  },
  payment_received: {
    subject: `${about}: uw betaling`,
    body:
      `${greeting}Dank voor uw bericht dat u` +
      '{% if invoice.number %} factuur {{ invoice.number }}{% endif %} heeft betaald. Wij hebben de betaling nog niet ' +
      'kunnen vinden. Kunt u ons de datum, het bedrag en het rekeningnummer doorgeven, of een kopie van de ' +
      `overboeking sturen?${closing}`,
  },
  payment_terms: {
    subject: `${about}: betalen in termijnen`,
    body:
      `${greeting}Dank voor uw bericht. U wilt graag in termijnen betalen` +
      '{% if total.overdue %}; op dit moment is {{ total.overdue }} vervallen{% endif %}. Welke bedragen kunt u ' +
      `betalen, en op welke dagen? U hoort snel van ons of wij daarmee akkoord gaan.${closing}`,
  },
}

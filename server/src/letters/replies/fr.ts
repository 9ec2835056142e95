import type { HouseReplies } from './each_language.ts'

const greeting = 'Bonjour{% if contact.name %} {{ contact.name }}{% endif %},\n\n'
const closing = '\n\nCordialement,\n{{ sender.name }}\n{{ creditor.name }}'
const about = '{% if invoice.number %}Facture {{ invoice.number }}{% else %}Vos factures{% endif %}'

export const french_replies: HouseReplies = {
  copy_of_invoice: {
    subject: `${about} : copie`,
    body:
      `${greeting}{% if invoice.number %}Vous trouverez ci-joint une copie de la facture {{ invoice.number }}` +
      '{% if invoice.order_number %}, avec votre numéro de commande {{ invoice.order_number }}{% endif %}. ' +
      'Il reste {{ invoice.open }} à payer ; l’échéance était le {{ invoice.due_date }}.' +
      '{% else %}Vous trouverez ci-joint la copie demandée.{% endif %} ' +
      `Pourriez-vous nous dire à quelle date nous pouvons compter sur votre règlement ?${closing}`,
  },
  looking_into_it: {
    subject: `${about} : votre message`,
    body:
      `${greeting}Merci de votre message. Nous examinons la question et reviendrons vers vous sous quelques jours ` +
      `ouvrables. D’ici là, vous n’avez rien à faire.${closing}`,
  },
  payment_received: {
    subject: `${about} : votre paiement`,
    body:
      `${greeting}Merci de nous avoir informés que vous avez réglé` +
      '{% if invoice.number %} la facture {{ invoice.number }}{% else %} votre facture{% endif %}. Nous n’avons pas ' +
      'encore pu retrouver ce paiement. Pourriez-vous nous indiquer la date, le montant et le compte, ou nous envoyer ' +
      `un justificatif du virement ?${closing}`,
  },
  payment_terms: {
    subject: `${about} : paiement échelonné`,
    body:
      `${greeting}Merci de votre message. Vous souhaitez payer en plusieurs fois` +
      '{% if total.overdue %} ; {{ total.overdue }} sont échus à ce jour{% endif %}. Quels montants pourriez-vous payer, ' +
      `et à quelles dates ? Nous vous dirons rapidement si cela nous convient.${closing}`,
  },
}

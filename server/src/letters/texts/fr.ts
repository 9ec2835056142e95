import type { LetterTexts } from './letter_texts.ts'

const term =
  '{% if term.end %}au plus tard le **{{ term.end }}**{% else %}dans les **{{ term.days }} jours suivant la réception de cette lettre**{% endif %}'
const invoices = "{{ invoices.count | plural: 'facture', 'factures' }}"

/** Between the greeting and the closing: the invoices, and the button to pay. */
const letter = (text: string): string =>
  [
    'Bonjour{% if contact.name %} {{ contact.name }}{% endif %},',
    text,
    '{{ invoices.table }}',
    '{{ pay.button }}',
    'Cordialement,\n{% if owner.name %}{{ owner.name }}, {% endif %}{{ creditor.name }}',
  ].join('\n\n')

export const french: LetterTexts = {
  frame: {
    invoice: 'Facture',
    order: 'Votre commande',
    due: 'Échéance',
    days: 'Jours',
    open: 'Reste dû',
    total: 'À payer',
    pay: 'Payer {amount}',
    account: 'IBAN',
    holder: 'Au nom de',
    reference: 'Référence',
    amount: 'Montant',
    bic: 'BIC',
    scan: 'À scanner avec votre application bancaire',
    page: 'Page {page} sur {pages}',
    crossed: 'Déjà payé ? Cette lettre a alors croisé votre paiement ; n’en tenez pas compte.',
    objection: 'Pas d’accord avec une facture ? Répondez à {email}{portal}.',
    portal: ' ou sur {url}',
    due_on: 'échéance le {day}',
  },
  steps: {
    invoice: {
      title: 'Facture',
      subject: 'Facture {{ invoices.first_number }} de {{ creditor.name }}',
      body: letter(
        `Merci pour votre commande. Voici notre ${invoices} de **{{ total.open }}**. Merci de payer au plus tard le **{{ invoices.first_due_date }}**.`,
      ),
    },
    pre_reminder: {
      title: 'Bientôt à payer',
      subject: 'Bientôt à payer : {{ total.open }} pour {{ creditor.name }}',
      body: letter(
        'Un petit mot pour ne pas l’oublier : **{{ total.open }}** est à payer pour le **{{ invoices.first_due_date }}**. Si le paiement est déjà prévu, vous n’avez rien à faire.',
      ),
    },
    reminder_1: {
      title: 'Rappel',
      subject: `Rappel : {{ invoices.count }} ${invoices}, {{ total.open }}`,
      body: letter(
        `Cela vous a peut-être échappé : **{{ total.open }}** reste à payer. Pourriez-vous régler ce montant ${term} ?`,
      ),
    },
    reminder_2: {
      title: 'Deuxième rappel',
      subject: 'Deuxième rappel : {{ total.open }} reste à payer',
      body: letter(
        `Nous vous avons déjà écrit et n’avons pas encore reçu **{{ total.open }}**. Merci de régler ce montant ${term}.\n\nUne difficulté ? Dites-le-nous, nous chercherons une solution ensemble.`,
      ),
    },
    reminder_3: {
      title: 'Troisième rappel',
      subject: 'Troisième rappel : {{ total.open }} reste à payer',
      body: letter(
        `Malgré nos courriers précédents, **{{ total.open }}** reste à payer. Merci de régler ce montant ${term}, ou de nous dire avant cette date quand nous pouvons l’attendre.`,
      ),
    },
    reminder_4: {
      title: 'Quatrième rappel',
      subject: 'Quatrième rappel : {{ total.open }} reste à payer',
      body: letter(
        `Nous vous avons écrit plusieurs fois. **{{ total.open }}** reste à payer. Merci de régler ce montant ${term}. Si vous ne pouvez pas tout payer en une fois, demandez-nous un plan de paiement.`,
      ),
    },
    end_of_service_announcement: {
      title: 'Annonce',
      subject: 'Nous arrêterons notre service si {{ total.open }} reste impayé',
      body: letter(
        `**{{ total.open }}** reste à payer. Si nous n’avons pas reçu ce montant ${term}, nous devrons arrêter notre service. Nous préférons l’éviter : payez, ou contactez-nous.`,
      ),
    },
    end_of_service: {
      title: 'Service arrêté',
      subject: 'Notre service est arrêté',
      body: letter(
        `Comme **{{ total.open }}** reste à payer, nous avons arrêté notre service. Dès que nous aurons reçu ce montant, il reprendra. Merci de payer ${term}.`,
      ),
    },
    final_reminder: {
      title: 'Dernier rappel',
      subject: 'Dernier rappel : {{ total.open }}',
      body: letter(
        `Ceci est notre dernier rappel. **{{ total.open }}** reste à payer. Merci de régler ce montant ${term}. Sans paiement, nous confierons le recouvrement de la ${invoices} à un tiers.`,
      ),
    },
  },
}

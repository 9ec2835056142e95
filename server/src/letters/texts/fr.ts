import type { LetterTexts } from './each_language.ts'

const term =
  '{% if term.end %}au plus tard le **{{ term.end }}**{% elsif term.days %}dans les **{{ term.days }} jours suivant la réception de cette lettre**{% else %}dès que possible{% endif %}'
const due =
  'à {% if invoices.count == 1 %}l’échéance du **{{ invoices.first_due_date }}**{% else %}l’échéance de chaque facture{% endif %}'
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

/** In French a colon, a semicolon and a question mark keep a distance, and no line may break there. */
const withHardSpaces = (texts: LetterTexts): LetterTexts =>
  JSON.parse(JSON.stringify(texts).replaceAll(/ (?=[:;?!])/g, '\u00a0'))

export const french = withHardSpaces({
  frame: {
    invoice: 'Facture',
    order: 'Votre commande',
    order_number: 'votre commande {number}',
    due: 'Échéance',
    days: 'Jours de retard',
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
    more: 'et {count} autres, échéances du {first} au {last}',
    full_list:
      'Cette lettre cite les factures échues en premier. La liste complète des {count} est disponible auprès de {email}{portal}.',
    due_on: 'échéance le {day}',
    costs: 'Frais et intérêts',
    credit: 'Vous avez un avoir de {amount}. Il n’est pas déduit ici.',
    stated: 'Sans paiement dans ce délai, des frais de recouvrement de {amount} s’ajouteront.',
    attention: 'À l’attention de {name}',
    addressed: 'Cette lettre du {day} est destinée à {debtor}.',
    registered: 'N° d’immatriculation {number}',
  },
  steps: {
    invoice: {
      title: 'Facture',
      subject: 'Facture {{ invoices.first_number }} de {{ creditor.name }}',
      body: letter(
        `Merci pour votre commande. Voici {{ invoices.count | plural: 'notre facture', 'nos factures' }} de **{{ total.open }}**. Merci de payer au plus tard ${due}.`,
      ),
    },
    pre_reminder: {
      title: 'Bientôt à payer',
      subject: 'Bientôt à payer : {{ total.open }} pour {{ creditor.name }}',
      body: letter(
        `Un petit mot pour ne pas l’oublier : **{{ total.open }}** est à payer au plus tard ${due}. Si le paiement est déjà prévu, vous n’avez rien à faire.`,
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
        `Malgré nos courriers précédents, **{{ total.open }}** reste à payer. Merci de régler ce montant ${term}, ou de nous dire quand nous pouvons l’attendre.`,
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
        `Ceci est notre dernier rappel. **{{ total.open }}** reste à payer. Merci de régler ce montant ${term}. Sans paiement, nous confierons le recouvrement {{ invoices.count | plural: 'de la facture', 'des factures' }} à un tiers.`,
      ),
    },
    summons: {
      title: 'Demande de paiement',
      subject: 'Demande de paiement : {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Malgré nos rappels, nous n’avons pas reçu **{{ total.open }}** de votre part. {{ invoices.count | plural: 'La facture ci-dessous est suivie', 'Les factures ci-dessous sont suivies' }} désormais comme dossier {{ case.number }}. Merci de régler ce montant ${term}.\n\nVous ne pouvez pas tout payer en une fois, ou quelque chose ne va pas ? Contactez-nous dès maintenant. Cela évite d’autres démarches.`,
      ),
    },
    summons_reminder: {
      title: 'Rappel de notre demande',
      subject: 'Pas encore payé : {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Nous vous avons récemment demandé de payer. **{{ total.open }}** reste dû. Merci de régler ce montant ${term}, ou de nous dire ce qui vous en empêche. Un plan de paiement est souvent possible.`,
      ),
    },
    second_summons: {
      title: 'Deuxième demande de paiement',
      subject: 'Deuxième demande : {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Après notre demande, nous n’avons reçu aucun paiement. Nous vous demandons pour la deuxième fois de régler **{{ total.open }}** ${term}. Sans paiement, nous poursuivrons le recouvrement du dossier {{ case.number }}.`,
      ),
    },
    second_summons_reminder: {
      title: 'Rappel de notre deuxième demande',
      subject: 'Dossier {{ case.number }} : {{ total.open }} reste dû',
      body: letter(
        `Nous vous avons demandé deux fois de payer et n’avons pas encore reçu **{{ total.open }}**. Merci de régler ce montant ${term}. Si vous avez une raison de ne pas payer, écrivez-nous maintenant.`,
      ),
    },
    notice_of_default: {
      title: 'Mise en demeure',
      subject: 'Mise en demeure : {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Par cette lettre, nous vous mettons en demeure de payer. {{ invoices.count | plural: 'La facture ci-dessous aurait dû être payée', 'Les factures ci-dessous auraient dû être payées' }}. Vous avez encore une fois la possibilité de régler **{{ total.open }}** ${term}. À défaut, nous pourrons réclamer les intérêts et les frais que la loi permet.`,
      ),
    },
    prejudiciary: {
      title: 'Dernière lettre avant toute action',
      subject: 'Dernière lettre : {{ total.open }}, dossier {{ case.number }}',
      body: letter(
        `Ceci est notre dernière lettre sur le dossier {{ case.number }}. Si nous ne recevons pas **{{ total.open }}** ${term}, nous pourrons confier la créance à un commissaire de justice ou à un avocat, qui peut saisir le tribunal. Si le tribunal nous donne raison, les frais de procédure peuvent être à votre charge.\n\nVous pouvez encore l’éviter : payez, ou contactez-nous.`,
      ),
    },
  },
  statement: {
    title: 'Relevé',
    subject: 'Relevé de ce qui reste dû à {{ creditor.name }}',
    body: letter(
      'Voici ce qui reste dû à ce jour : **{{ total.open }}**. Si vous avez déjà payé, ou si quelque chose ne va pas, dites-le-nous. Ce relevé n’est pas un rappel.',
    ),
  },
})

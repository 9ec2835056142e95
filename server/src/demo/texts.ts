// What people write to each other and note for themselves. {invoice}, {amount}, {name} are filled in.

export const plan_reasons = [
  'We lost a large customer this spring and need some months to catch up.',
  'The builder of our new hall went over budget; four terms would help us a lot.',
  'My hours were cut, I can pay a part each month.',
  'Our season starts in April, until then cash is short.',
] as const

type Language = 'nl' | 'en' | 'de' | 'fr'
type Text = { subject: string; content: string }

/** From debtors, in their own language; one of a kind stands at the same place in every language. */
export const debtor_messages: Record<Language, readonly Text[]> = {
  nl: [
    {
      subject: 'Factuur {invoice}: verkeerd aantal',
      content:
        'Goedemiddag,\n\nOp factuur {invoice} staan meer stuks dan wij hebben ontvangen. Kunt u een creditnota sturen? Daarna betalen wij direct.\n\nGroet,\n{name}',
    },
    {
      subject: 'Betaling is onderweg',
      content: 'Beste,\n\nFactuur {invoice} is gisteren in onze betaalrun meegenomen, {amount} in totaal.\n\n{name}',
    },
    {
      subject: 'Uitstel mogelijk?',
      content:
        'Hallo,\n\nZou ik factuur {invoice} twee weken later mogen betalen? Onze eigen klant betaalt ons pas eind van de maand.\n\nMet vriendelijke groet,\n{name}',
    },
    {
      subject: 'Graag een kopie van {invoice}',
      content:
        'Wij kunnen factuur {invoice} niet vinden. Kunt u de pdf nog eens sturen, met ons ordernummer erop?\n\n{name}',
    },
  ],
  en: [
    {
      subject: 'Invoice {invoice}: wrong quantity',
      content:
        'Good afternoon,\n\nInvoice {invoice} lists more pieces than we received. Could you send a credit note? We will pay the rest at once.\n\nKind regards,\n{name}',
    },
    {
      subject: 'Payment is on its way',
      content: 'Hello,\n\nInvoice {invoice} went out with our payment run yesterday, {amount} in total.\n\n{name}',
    },
    {
      subject: 'A little more time?',
      content:
        'Hello,\n\nMay I pay invoice {invoice} two weeks later? Our own customer pays us at the end of the month.\n\nKind regards,\n{name}',
    },
    {
      subject: 'Copy of {invoice}, please',
      content: 'We cannot find invoice {invoice}. Could you send the PDF again, with our order number on it?\n\n{name}',
    },
  ],
  de: [
    {
      subject: 'Rechnung {invoice}: falsche Menge',
      content:
        'Guten Tag,\n\nauf Rechnung {invoice} stehen mehr Stück, als wir erhalten haben. Könnten Sie eine Gutschrift schicken? Danach zahlen wir sofort.\n\nMit freundlichen Grüßen\n{name}',
    },
    {
      subject: 'Zahlung ist unterwegs',
      content: 'Guten Tag,\n\nRechnung {invoice} war gestern in unserem Zahlungslauf, insgesamt {amount}.\n\n{name}',
    },
    {
      subject: 'Zahlungsaufschub möglich?',
      content:
        'Guten Tag,\n\ndarf ich Rechnung {invoice} zwei Wochen später bezahlen? Unser eigener Kunde zahlt erst Ende des Monats.\n\nMit freundlichen Grüßen\n{name}',
    },
    {
      subject: 'Bitte eine Kopie von {invoice}',
      content:
        'Wir finden Rechnung {invoice} nicht. Könnten Sie das PDF noch einmal schicken, mit unserer Bestellnummer?\n\n{name}',
    },
  ],
  fr: [
    {
      subject: 'Facture {invoice} : quantité erronée',
      content:
        'Bonjour,\n\nLa facture {invoice} compte plus de pièces que nous n’en avons reçu. Pouvez-vous nous envoyer un avoir ? Nous paierons le reste aussitôt.\n\nCordialement,\n{name}',
    },
    {
      subject: 'Le paiement est en route',
      content:
        'Bonjour,\n\nLa facture {invoice} a été réglée hier avec notre lot de paiements, {amount} au total.\n\n{name}',
    },
    {
      subject: 'Un délai est-il possible ?',
      content:
        'Bonjour,\n\nPuis-je payer la facture {invoice} deux semaines plus tard ? Notre propre client nous règle en fin de mois.\n\nCordialement,\n{name}',
    },
    {
      subject: 'Copie de {invoice}, s’il vous plaît',
      content:
        'Nous ne retrouvons pas la facture {invoice}. Pouvez-vous renvoyer le PDF avec notre numéro de commande ?\n\n{name}',
    },
  ],
}

/** To debtors. */
export const creditor_messages: Record<Language, readonly Text[]> = {
  nl: [
    {
      subject: 'Herinnering factuur {invoice}',
      content:
        'Beste {name},\n\nVolgens onze administratie staat van factuur {invoice} nog {amount} open. Wilt u het bedrag binnen zeven dagen overmaken? Heeft u al betaald, dan kunt u dit bericht als niet verzonden beschouwen.',
    },
    {
      subject: 'Uw vraag over {invoice}',
      content:
        'Beste {name},\n\nDank voor uw bericht. We zoeken de levering na en komen er binnen twee werkdagen op terug.',
    },
  ],
  en: [
    {
      subject: 'Reminder of invoice {invoice}',
      content:
        'Dear {name},\n\nAccording to our records {amount} of invoice {invoice} is still open. Would you transfer it within seven days? If you have paid already, please disregard this message.',
    },
    {
      subject: 'Your question about {invoice}',
      content:
        'Dear {name},\n\nThank you for your message. We are checking the delivery and will answer within two working days.',
    },
  ],
  de: [
    {
      subject: 'Erinnerung an Rechnung {invoice}',
      content:
        'Guten Tag {name},\n\nnach unseren Unterlagen sind von Rechnung {invoice} noch {amount} offen. Bitte überweisen Sie den Betrag innerhalb von sieben Tagen. Falls Sie schon gezahlt haben, ist diese Nachricht gegenstandslos.',
    },
    {
      subject: 'Ihre Frage zu {invoice}',
      content:
        'Guten Tag {name},\n\nvielen Dank für Ihre Nachricht. Wir prüfen die Lieferung und antworten innerhalb von zwei Werktagen.',
    },
  ],
  fr: [
    {
      subject: 'Rappel de la facture {invoice}',
      content:
        'Bonjour {name},\n\nSelon nos livres, {amount} de la facture {invoice} reste à payer. Merci de virer ce montant sous sept jours. Si le paiement est déjà parti, ne tenez pas compte de ce message.',
    },
    {
      subject: 'Votre question sur {invoice}',
      content:
        'Bonjour {name},\n\nMerci de votre message. Nous vérifions la livraison et revenons vers vous sous deux jours ouvrés.',
    },
  ],
}

export const notes = [
  'Spoke to the bookkeeper: the invoice is approved and goes out with the next payment run.',
  'Disputes the freight charge. Sales is looking into it; do not remind until they have answered.',
  'New director since the first of the month, asked for a statement of all open items.',
  'Promised payment by the end of the week. Call again on Monday if it has not come in.',
  'Prefers to be called in the morning; closed on Friday afternoons.',
  'Their bank returned the payment, the account number had a typing error. They will send it again.',
] as const

export const tasks: readonly { subject: string; description: string; succeeded: string; failed: string }[] = [
  {
    subject: 'Call about overdue invoice',
    description: 'Ask when it will be paid, and note the date that was promised.',
    succeeded: 'Reached them; payment promised for Friday.',
    failed: 'Nobody could be reached after three attempts.',
  },
  {
    subject: 'Check disputed delivery',
    description: 'Ask the warehouse for the signed delivery note and send a copy.',
    succeeded: 'Sent the signed delivery note; they agree.',
    failed: 'The delivery note was never signed. Sales decides.',
  },
  {
    subject: 'Correct mail address',
    description: 'The last reminder bounced. Find the right address and update the contact.',
    succeeded: 'New address entered.',
    failed: 'The number is not in use any more.',
  },
  {
    subject: 'Review credit limit',
    description: 'The open amount is close to the limit. Decide whether to raise it or to stop deliveries.',
    succeeded: 'Limit stays; deliveries go on against payment in advance.',
    failed: 'No recent figures to be had.',
  },
  {
    subject: 'Answer request for terms',
    description: 'The debtor asked to pay in terms. Check the history before agreeing.',
    succeeded: 'Four monthly terms agreed by phone.',
    failed: 'They no longer want terms, and dispute the amount.',
  },
]
export const task_comments = [
  'Left a message on the voicemail.',
  'Colleague will call back this afternoon.',
  'Sent the copy by mail, waiting for an answer.',
  'They confirm receipt of the invoice.',
] as const

export const promise_remarks = [
  'Pays with the next payment run.',
  'Waits for a payment of a customer, and transfers right after.',
  'Transfers it this week; the bookkeeper was on leave.',
] as const

export const disputes: readonly { reason: string; description: string; outcome: string; message: string }[] = [
  {
    reason: 'quality',
    description: 'Part of the delivery was damaged.',
    outcome: 'credited',
    message: 'We sent a credit note for what was damaged.',
  },
  {
    reason: 'not_delivered',
    description: 'The last pallet never arrived.',
    outcome: 'rejected',
    message: 'The carrier has a signature for all of it; we sent it along.',
  },
  {
    reason: 'amount_wrong',
    description: 'The agreed discount is missing.',
    outcome: 'corrected',
    message: 'The discount was applied after all.',
  },
]

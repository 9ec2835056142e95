import { firstOf, termLines } from './amounts.ts'
import type { LetterWords } from './each_language.ts'

export const french: LetterWords = {
  signature: (sender_name) => `Envoyé par ${sender_name} avec Dunlin.`,
  payment_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Votre plan de paiement avec ${sender_name}`,
    paragraphs: [
      `Voici ce que vous et ${sender_name} avez convenu pour ${firstOf(numbers, (count) => `et ${count} autres`)}. Chaque montant est à payer au plus tard à la date indiquée :`,
    ],
    body: termLines(terms, currency_code, 'fr-FR'),
    label: 'Voir le plan de paiement',
    note: 'Tant que le plan est en cours, vous ne recevez pas de rappel à ce sujet. Si quelque chose n’est pas correct, répondez à ce message.',
  }),
  offered_plan: ({ sender_name, numbers, currency_code, terms }) => ({
    subject: `Une proposition de paiement en plusieurs fois, de ${sender_name}`,
    paragraphs: [
      `${sender_name} vous propose ces échéances pour ${firstOf(numbers, (count) => `et ${count} autres`)} :`,
    ],
    body: termLines(terms, currency_code, 'fr-FR'),
    label: 'Répondre à la proposition',
    note: 'Acceptez-la sur cette page et les échéances s’appliquent tout de suite. D’ici là, ce qui est ouvert le reste.',
  }),
}

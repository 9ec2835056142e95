import type { LegalTexts } from './legal_texts.ts'

export const french: LegalTexts = {
  nl_consumer:
    'Vous avez encore {days} jours pour payer sans frais supplémentaires. Ces jours se comptent à partir du lendemain de la réception de cette lettre. Si le montant n’est pas payé, ou pas entièrement, dans ce délai, vous devrez des frais de recouvrement de {amount}{vat} (article 6:96, alinéa 6, du Code civil néerlandais). Si vous payez une partie dans ce délai, les frais sont calculés sur le reste.',
  be_consumer:
    'Ce rappel est gratuit. Le créancier est {creditor}{registration}. Il porte sur ce qui a été fourni selon les factures indiquées ; chacune mentionne son échéance et ce qui reste dû, au total {total}. Vous avez {days} jours calendrier pour payer ; le premier est {start}. {consequence}',
  be_damages:
    'Si tout n’est pas payé à ce moment, la clause indemnitaire de nos conditions nous permet de demander {amount}.',
  be_nothing: 'Ce n’est qu’ensuite que nous pourrons aller plus loin.',
  by_mail: 'le lendemain de l’envoi de ce message',
  by_post: 'le troisième jour ouvrable suivant l’envoi de cette lettre',
  vat: ', TVA comprise',
  registration: ' (numéro d’entreprise {number})',
  nl_business:
    'Si le montant n’est pas payé dans ce délai, vous devrez les intérêts commerciaux légaux (article 6:119a du Code civil néerlandais) et des frais de recouvrement de {amount}{vat} (article 6:96).',
  be_business:
    'Si le montant n’est pas payé dans ce délai, des intérêts et une indemnité forfaitaire de {amount} seront dus de plein droit (loi belge du 2 août 2002 concernant la lutte contre le retard de paiement).',
  de_business:
    'Si le montant n’est pas payé dans ce délai, vous devrez des intérêts de retard de neuf points au-dessus du taux de base et une indemnité forfaitaire de {amount} (§ 288 du Code civil allemand).',
  fr_business:
    'Si le montant n’est pas payé dans ce délai, vous devrez des pénalités de retard au taux de la Banque centrale européenne majoré de dix points et une indemnité forfaitaire pour frais de recouvrement de {amount} (articles L441-10 et D441-5 du Code de commerce).',
  uk_business:
    'Si le montant n’est pas payé dans ce délai, nous réclamerons des intérêts de huit points au-dessus du taux de la Banque d’Angleterre et une somme forfaitaire de {amount}, selon le Late Payment of Commercial Debts (Interest) Act 1998.',
  eu_business:
    'Si le montant n’est pas payé dans ce délai, vous devrez des intérêts de huit points au-dessus du taux de la Banque centrale européenne et une somme forfaitaire de {amount} (directive 2011/7/UE).',
  agreed_rate:
    'Si le montant n’est pas payé dans ce délai, vous devrez les intérêts convenus de {rate} par an et {amount}{vat} de frais de recouvrement ({basis}).',
  no_interest:
    'Si le montant n’est pas payé dans ce délai, vous devrez {amount}{vat} de frais de recouvrement ({basis}).',
  nl_basis: 'article 6:96 du Code civil néerlandais',
  be_basis: 'loi belge du 2 août 2002 concernant la lutte contre le retard de paiement',
  de_basis: '§ 288 du Code civil allemand',
  fr_basis: 'articles L441-10 et D441-5 du Code de commerce',
  uk_basis: 'Late Payment of Commercial Debts (Interest) Act 1998',
  eu_basis: 'directive 2011/7/UE',
}

import type { LawWords } from './en.ts'

export const french: LawWords = {
  laws: {
    nl: 'le droit néerlandais',
    be: 'le droit belge',
    de: 'le droit allemand',
    fr: 'le droit français',
    uk: 'le droit du Royaume-Uni',
    eu: 'le droit de l’Union européenne',
    none: 'aucun droit connu ici',
  },
  parties: { business: 'entre entreprises', consumer: 'à l’égard d’un consommateur' },
  orders: {
    costs_first: 'Un paiement règle d’abord les frais, puis les intérêts, puis le principal.',
    interest_first: 'Un paiement règle d’abord les intérêts, puis le principal ; frais et sommes fixes restent à part.',
  },
  cost_steps: {
    first: 'Premiers {amount}',
    next: '{amount} suivants',
    rest: 'Au-delà',
    share: '{percent} de {amount}',
    fixed: 'Somme forfaitaire',
    least: 'Porté au minimum légal',
    most: 'Ramené au maximum légal',
    vat: 'TVA que le créancier ne peut pas récupérer',
    stated: 'Ramené au montant annoncé par la lettre',
  },
  rules: {
    'nl.interest': {
      name: 'Intérêts légaux (art. 6:119 BW)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux fixé par décret ; après chaque année entière, les intérêts impayés portent eux-mêmes intérêt.',
    },
    'nl.interest_agreed': {
      name: 'Intérêts contractuels (art. 6:119, al. 3, BW)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux convenu.',
    },
    'nl.trade_interest': {
      name: 'Intérêts commerciaux légaux (art. 6:119a BW)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux de la Banque centrale européenne plus huit points ; après chaque année entière, les intérêts impayés portent eux-mêmes intérêt.',
    },
    'nl.trade_interest_agreed': {
      name: 'Intérêts commerciaux contractuels (art. 6:119a BW)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux convenu.',
    },
    'nl.14_days': {
      name: 'Lettre de quatorze jours (art. 6:96, al. 6, BW)',
      text: 'Un consommateur ne doit des frais de recouvrement qu’après une lettre qui en indique le montant et accorde quatorze jours à compter du lendemain de sa réception.',
    },
    'nl.wik': {
      name: 'Frais de recouvrement selon barème (art. 6:96 BW, Besluit BIK)',
      text: '15 % des premiers 2 500 €, 10 % des 2 500 € suivants, 5 % des 5 000 € suivants, 1 % des 190 000 € suivants et 0,5 % au-delà ; au moins 40 € et au plus 6 775 €.',
    },
    'nl.30_days': {
      name: 'Délai de paiement entre entreprises (art. 6:119a, al. 2, BW)',
      text: 'Sans accord : trente jours après la réception de la facture ou des biens.',
    },
    'be.trade_interest': {
      name: 'Intérêts de retard (loi du 2 août 2002)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux publié chaque semestre ; pour un consommateur, c’est le maximum qu’une clause peut demander.',
    },
    'be.trade_interest_agreed': {
      name: 'Intérêts contractuels (loi du 2 août 2002)',
      text: 'Par jour, au taux convenu, dans la mesure où la loi le permet.',
    },
    'be.30_days': {
      name: 'Délai de paiement entre entreprises (art. 4 de la loi du 2 août 2002)',
      text: 'Sans accord : trente jours après la réception de la facture ou des biens.',
    },
    'be.xix_14_days': {
      name: 'Premier rappel à un consommateur (art. XIX.2 CDE)',
      text: 'Le premier rappel est gratuit et accorde quatorze jours calendrier ; rien ne peut être demandé avant leur fin.',
    },
    'be.xix_clause': {
      name: 'Clause du contrat (art. XIX.4 CDE)',
      text: 'Un consommateur ne doit intérêts et indemnité que si une clause du contrat le prévoit.',
    },
    'be.xix_caps': {
      name: 'Clause indemnitaire dans les plafonds (art. XIX.4 CDE)',
      text: '20 € jusqu’à 150 € ; 30 € et 10 % de ce qui dépasse 150 €, jusqu’à 500 € ; 65 € et 5 % de ce qui dépasse 500 €, au plus 2 000 €. Compte ce qui est impayé à la fin du délai gratuit.',
    },
    'be.xix_reminder_fee': {
      name: 'Frais d’un rappel supplémentaire (art. XIX.2 CDE)',
      text: 'Au plus 7,50 € et le port pour chaque rappel après les rappels gratuits.',
    },
    'be.fixed_sum': {
      name: 'Indemnité forfaitaire (art. 6 de la loi du 2 août 2002)',
      text: '40 € pour chaque facture payée en retard, entre entreprises.',
    },
    'de.interest': {
      name: 'Intérêts moratoires (§ 288, al. 1, BGB)',
      text: 'Dès le premier jour de retard, par jour, cinq points au-dessus du taux de base.',
    },
    'de.interest_agreed': {
      name: 'Intérêts contractuels (§ 288, al. 3, BGB)',
      text: 'Dès le premier jour de retard, par jour, au taux convenu.',
    },
    'de.trade_interest': {
      name: 'Intérêts moratoires entre entreprises (§ 288, al. 2, BGB)',
      text: 'Dès le premier jour de retard, par jour, neuf points au-dessus du taux de base ; huit pour les contrats d’avant le 29 juillet 2014.',
    },
    'de.trade_interest_agreed': {
      name: 'Intérêts contractuels entre entreprises (§ 288, al. 3, BGB)',
      text: 'Dès le premier jour de retard, par jour, au taux convenu.',
    },
    'de.286_bgb': {
      name: 'Début du retard (§ 286 BGB)',
      text: 'Par un jour convenu, par une mise en demeure reçue, ou trente jours après l’échéance et la facture.',
    },
    'de.193_bgb': {
      name: 'Jours de week-end ou fériés (§ 193 BGB)',
      text: 'Un jour de paiement est reporté au jour ouvrable suivant.',
    },
    'de.base_rate': {
      name: 'Taux de base (§ 247 BGB)',
      text: 'Fixé au 1er janvier et au 1er juillet de chaque année.',
    },
    'de.lump_sum': {
      name: 'Forfait (§ 288, al. 5, BGB)',
      text: '40 € pour chaque facture payée en retard, si le débiteur n’est pas un consommateur.',
    },
    'de.fees': { name: 'Frais de rappel', text: 'Aucun montant fixe ne peut être demandé pour un rappel.' },
    'fr.trade_interest': {
      name: 'Pénalités de retard (art. L441-10 du Code de commerce)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux de la Banque centrale européenne plus dix points.',
    },
    'fr.trade_interest_agreed': {
      name: 'Pénalités de retard contractuelles (art. L441-10 du Code de commerce)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux convenu.',
    },
    'fr.30_days': {
      name: 'Délai de paiement (art. L441-10 du Code de commerce)',
      text: 'Sans accord : trente jours après la réception de la facture ou des biens.',
    },
    'fr.indemnity': {
      name: 'Indemnité forfaitaire de recouvrement (art. D441-5 du Code de commerce)',
      text: '40 € pour chaque facture payée en retard, entre entreprises.',
    },
    'fr.fees': { name: 'Frais de rappel', text: 'Aucun montant fixe ne peut être demandé pour un rappel.' },
    'uk.statutory_interest': {
      name: 'Intérêts légaux (Late Payment of Commercial Debts (Interest) Act 1998)',
      text: 'Par jour, huit points au-dessus du Bank Rate du 30 juin ou du 31 décembre avant le début des intérêts, pour toute la durée de la dette.',
    },
    'uk.statutory_interest_agreed': {
      name: 'Intérêts contractuels (section 8 de l’Act de 1998)',
      text: 'Par jour, au taux convenu.',
    },
    'uk.relevant_day': {
      name: 'Jour à partir duquel courent les intérêts (section 4 de l’Act de 1998)',
      text: 'Le lendemain du jour convenu ; sans accord, après trente jours à compter de la prestation ou de l’avis du montant.',
    },
    'uk.substantial_remedy': {
      name: 'Règle propre au contrat (sections 8 et 9 de l’Act de 1998)',
      text: 'Si le contrat a sa propre règle substantielle, elle remplace l’Act.',
    },
    'uk.fixed_sum': {
      name: 'Somme fixe (section 5A de l’Act de 1998)',
      text: '40 £ pour une dette inférieure à 1 000 £, 70 £ en dessous de 10 000 £, 100 £ pour toute autre, par facture.',
    },
    'uk.reference_rate': { name: 'Taux de référence', text: 'Le Bank Rate au 30 juin et au 31 décembre.' },
    'uk.fees': { name: 'Frais de rappel', text: 'Aucun montant fixe ne peut être demandé pour un rappel.' },
    'eu.interest': {
      name: 'Intérêts de retard (directive 2011/7/UE, art. 3)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux de la Banque centrale européenne plus huit points.',
    },
    'eu.interest_agreed': {
      name: 'Intérêts contractuels (directive 2011/7/UE)',
      text: 'Dès le lendemain de l’échéance, par jour, au taux convenu.',
    },
    'eu.30_days': {
      name: 'Délai de paiement (directive 2011/7/UE, art. 3)',
      text: 'Sans accord : trente jours après la réception de la facture ou des biens.',
    },
    'eu.fixed_sum': {
      name: 'Somme forfaitaire de recouvrement (directive 2011/7/UE, art. 6)',
      text: '40 € pour chaque facture payée en retard, entre entreprises.',
    },
    'eu.fees': { name: 'Frais de rappel', text: 'Aucun montant fixe ne peut être demandé pour un rappel.' },
    'ecb.main_refinancing': {
      name: 'Taux de la Banque centrale européenne',
      text: 'Le taux des opérations principales de refinancement au premier jour du semestre.',
    },
    'none.fees': { name: 'Aucun droit connu', text: 'Si le droit du pays n’est pas connu ici, rien n’est calculé.' },
  },
  sources: {
    nl_decree: 'Besluit wettelijke rente (article 6:120 BW)',
    nl_trade: 'Article 6:120, al. 2, BW : taux de la banque centrale plus des points',
    be_announced: 'Loi du 2 août 2002, taux publié chaque semestre',
    de_bundesbank: 'Deutsche Bundesbank, taux de base du § 247 BGB',
    fr_code_de_commerce: 'Article L441-10 du Code de commerce : taux de la banque centrale plus dix points',
    uk_bank: 'Bank of England, taux officiel avant le semestre',
    ecb: 'Banque centrale européenne, opérations principales de refinancement',
    public_files: 'Fichiers publics ; aucune publication officielle n’a été trouvée',
    contract: 'Le contrat',
  },
  reasons: {
    other_currency: 'Les montants de cette loi sont en {legal} ; rien n’est donc calculé en {currency}.',
    no_law: 'Le droit de ce pays n’est pas connu ici ; rien n’est donc calculé.',
    interest_not_charged: 'Le créancier a choisi de ne pas demander d’intérêts.',
    costs_not_charged: 'Le créancier a choisi de ne pas demander de frais de recouvrement.',
    no_due_date: 'Aucun jour de paiement n’est connu, ni les faits dont il résulterait.',
    term_of_law: 'Aucun délai n’a été convenu : trente jours après la réception de la facture et des biens le {day}.',
    no_default: 'Aucun jour n’a été convenu, aucun rappel n’est arrivé et aucun délai de trente jours n’a commencé.',
    default_by_reminder: 'Une mise en demeure est arrivée le {day} ; le retard a donc commencé le lendemain.',
    default_by_invoice: 'Les trente jours après l’échéance et la facture ont pris fin le {day}.',
    due_date_moved: 'Le jour de paiement est reporté au {day}, un jour ouvrable.',
    term_limited: 'La loi accorde à cet acheteur au plus {days} jours pour payer : le dernier est le {day}.',
    businesses_only: 'Cette loi n’accorde intérêts et frais qu’entre entreprises ; un consommateur ne doit rien.',
    own_remedy: 'Le contrat a sa propre règle ; la somme fixe de l’Act n’est donc pas due.',
    before_book_xix: 'La dette est plus ancienne que le livre XIX, seul connu ici.',
    reminder_missing: 'Aucun rappel n’a accordé quatorze jours gratuits ; rien ne peut donc être demandé.',
    reminder_invalid: 'Il manque au rappel ce que la loi en exige ; il ne compte donc pas.',
    reminder_too_early: 'Le rappel a été envoyé avant la fin de l’échéance ; il ne compte donc pas.',
    no_interest_clause: 'Le contrat n’a pas de clause d’intérêts.',
    interest_clause_void: 'À partir du {day}, le taux de la clause dépasse celui de la loi ; la clause est donc nulle.',
    no_damages_clause: 'Le contrat n’a pas de clause indemnitaire.',
    damages_clause_void: 'La clause demande plus que la loi ne permet sur ce qui était impayé ; elle est donc nulle.',
    letter_missing: 'Aucune lettre n’a accordé quatorze jours ; aucuns frais de recouvrement ne peuvent être demandés.',
    letter_too_early:
      'La lettre a été envoyée avant le début du retard ; aucuns frais de recouvrement ne peuvent être demandés, une nouvelle lettre est nécessaire.',
    letter_term_short:
      'La lettre accorde {days} jours au lieu de 14 ; aucuns frais de recouvrement ne peuvent être demandés, une nouvelle lettre est nécessaire.',
    letter_counts_from_its_date:
      'La lettre compte ses jours à partir de sa propre date ; aucuns frais de recouvrement ne peuvent être demandés, une nouvelle lettre est nécessaire.',
    letter_without_amount:
      'La lettre n’indique pas le montant des frais ; aucuns frais de recouvrement ne peuvent être demandés, une nouvelle lettre est nécessaire.',
    letter_charges:
      'La lettre demande elle-même des frais ; aucuns frais de recouvrement ne peuvent être demandés, une nouvelle lettre est nécessaire.',
    costs_before_scale: 'Pour les dettes échues avant le 1er juillet 2012, un tribunal fixe les frais.',
    rate_unknown: 'Aucun taux n’est connu à partir du {day} ; aucun intérêt n’est donc calculé à partir de ce jour.',
    rate_unknown_before: 'Aucun taux n’est connu avant le {day} ; les intérêts sont donc calculés à partir de ce jour.',
    payment_later: 'Les paiements après le {day} ne sont pas comptés.',
    paid_too_much: 'Il a été payé plus que le principal et ce qu’un paiement règle d’abord.',
  },
}

import type { LegalTexts } from './legal_texts.ts'

export const german: LegalTexts = {
  nl_consumer:
    'Sie haben noch {days} Tage Zeit, ohne zusätzliche Kosten zu zahlen. Die Tage zählen ab dem Tag, nachdem Sie diesen Brief erhalten haben. Ist der Betrag bis dahin nicht oder nicht vollständig bezahlt, schulden Sie Inkassokosten von {amount}{vat} (Artikel 6:96 Absatz 6 des niederländischen Zivilgesetzbuchs). Zahlen Sie innerhalb dieser Tage einen Teil, werden die Kosten aus dem Rest berechnet.',
  be_consumer:
    'Diese Mahnung ist kostenlos. Gläubiger ist {creditor}{registration}. Es geht um das, was auf den genannten Rechnungen geliefert wurde; bei jeder stehen Fälligkeit und offener Betrag, zusammen {total}. Sie haben {days} Kalendertage Zeit zu zahlen; der erste ist {start}. {consequence}',
  be_damages: 'Ist bis dahin nicht alles bezahlt, verlangen wir nach der Schadensklausel unserer Bedingungen {amount}.',
  be_nothing: 'Erst danach können wir weitere Schritte einleiten.',
  by_mail: 'der Tag nach dem Versand dieser Nachricht',
  by_post: 'der dritte Werktag nach dem Versand dieses Briefs',
  vat: ', einschließlich Mehrwertsteuer',
  registration: ' (Unternehmensnummer {number})',
  nl_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie gesetzliche Handelszinsen (Artikel 6:119a des niederländischen Zivilgesetzbuchs) und Inkassokosten von {amount}{vat} (Artikel 6:96).',
  be_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie von Rechts wegen Zinsen und eine Pauschale von {amount} (belgisches Gesetz vom 2. August 2002 über den Zahlungsverzug).',
  de_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie Verzugszinsen von neun Prozentpunkten über dem Basiszinssatz und eine Pauschale von {amount} (§ 288 BGB).',
  fr_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie Verzugszinsen zum Satz der Europäischen Zentralbank zuzüglich zehn Punkten und eine Pauschale von {amount} (Artikel L441-10 und D441-5 des französischen Handelsgesetzbuchs).',
  uk_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, machen wir Zinsen von acht Prozentpunkten über dem Satz der Bank of England und eine Pauschale von {amount} geltend, nach dem Late Payment of Commercial Debts (Interest) Act 1998.',
  eu_business:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie Zinsen von acht Prozentpunkten über dem Satz der Europäischen Zentralbank und eine Pauschale von {amount} (Richtlinie 2011/7/EU).',
  agreed_rate:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie die vereinbarten Zinsen von {rate} im Jahr und {amount}{vat} für Inkassokosten ({basis}).',
  no_interest:
    'Ist der Betrag innerhalb dieser Frist nicht bezahlt, schulden Sie {amount}{vat} für Inkassokosten ({basis}).',
  nl_basis: 'Artikel 6:96 des niederländischen Zivilgesetzbuchs',
  be_basis: 'belgisches Gesetz vom 2. August 2002 über den Zahlungsverzug',
  de_basis: '§ 288 BGB',
  fr_basis: 'Artikel L441-10 und D441-5 des französischen Handelsgesetzbuchs',
  uk_basis: 'Late Payment of Commercial Debts (Interest) Act 1998',
  eu_basis: 'Richtlinie 2011/7/EU',
}

import type { LegalTexts } from './legal_texts.ts'

export const dutch: LegalTexts = {
  nl_consumer:
    'U heeft nog {days} dagen om zonder extra kosten te betalen. Die dagen tellen vanaf de dag nadat u deze brief heeft ontvangen. Is het bedrag dan niet of niet helemaal betaald, dan bent u incassokosten verschuldigd van {amount}{vat} (artikel 6:96 lid 6 van het Burgerlijk Wetboek). Betaalt u binnen deze dagen een deel, dan worden de kosten berekend over wat er overblijft.',
  be_consumer:
    'Deze herinnering is kosteloos. Schuldeiser is {creditor}{registration}. Zij gaat over wat op de genoemde facturen is geleverd; bij elke factuur staan de vervaldatum en wat er openstaat, samen {total}. U heeft {days} kalenderdagen om te betalen; de eerste dag is {start}. {consequence}',
  be_damages:
    'Is dan niet alles betaald, dan vragen wij volgens het schadebeding in onze voorwaarden een vergoeding van {amount}.',
  be_nothing: 'Pas daarna kunnen wij verdere stappen zetten.',
  by_mail: 'de dag na de verzending van dit bericht',
  by_post: 'de derde werkdag na de verzending van deze brief',
  vat: ', inclusief btw',
  registration: ' (ondernemingsnummer {number})',
  nl_business:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u naast de wettelijke handelsrente (artikel 6:119a van het Burgerlijk Wetboek) {amount}{vat} aan incassokosten verschuldigd (artikel 6:96).',
  be_business:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u van rechtswege interest en een vaste vergoeding van {amount} verschuldigd (wet van 2 augustus 2002 betreffende de bestrijding van de betalingsachterstand).',
  de_business:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u vertragingsrente van negen procentpunten boven de basisrente en een vast bedrag van {amount} verschuldigd (§ 288 BGB).',
  fr_business:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u vertragingsrente ter hoogte van de rente van de Europese Centrale Bank plus tien punten en een vaste vergoeding van {amount} verschuldigd (artikelen L441-10 en D441-5 van de Code de commerce).',
  uk_business:
    'Is het bedrag binnen deze termijn niet betaald, dan maken wij aanspraak op rente van acht procentpunten boven de rente van de Bank of England en op een vaste vergoeding van {amount}, volgens de Late Payment of Commercial Debts (Interest) Act 1998.',
  eu_business:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u rente van acht procentpunten boven de rente van de Europese Centrale Bank en een vaste vergoeding van {amount} verschuldigd (Richtlijn 2011/7/EU).',
  agreed_rate:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u naast de overeengekomen rente van {rate} per jaar {amount}{vat} aan incassokosten verschuldigd ({basis}).',
  no_interest:
    'Is het bedrag binnen deze termijn niet betaald, dan bent u {amount}{vat} aan incassokosten verschuldigd ({basis}).',
  nl_basis: 'artikel 6:96 van het Burgerlijk Wetboek',
  be_basis: 'wet van 2 augustus 2002 betreffende de bestrijding van de betalingsachterstand',
  de_basis: '§ 288 BGB',
  fr_basis: 'artikelen L441-10 en D441-5 van de Code de commerce',
  uk_basis: 'Late Payment of Commercial Debts (Interest) Act 1998',
  eu_basis: 'Richtlijn 2011/7/EU',
}

import type { LawWords } from './en.ts'

export const german: LawWords = {
  laws: {
    nl: 'niederländischem Recht',
    be: 'belgischem Recht',
    de: 'deutschem Recht',
    fr: 'französischem Recht',
    uk: 'dem Recht des Vereinigten Königreichs',
    eu: 'dem Recht der Europäischen Union',
    none: 'keinem hier bekannten Recht',
  },
  parties: { business: 'zwischen Unternehmen', consumer: 'gegenüber einem Verbraucher' },
  orders: {
    costs_first: 'Eine Zahlung tilgt zuerst die Kosten, dann die Zinsen, dann die Hauptforderung.',
    interest_first:
      'Eine Zahlung tilgt zuerst die Zinsen, dann die Hauptforderung; Kosten und Pauschalen stehen für sich.',
  },
  cost_steps: {
    first: 'Erste {amount}',
    next: 'Nächste {amount}',
    rest: 'Alles darüber',
    share: '{percent} von {amount}',
    fixed: 'Pauschale',
    least: 'Auf das gesetzliche Minimum angehoben',
    most: 'Auf das gesetzliche Maximum gesenkt',
    vat: 'Umsatzsteuer, die der Gläubiger nicht abziehen kann',
    stated: 'Auf den im Schreiben genannten Betrag gesenkt',
  },
  rules: {
    'nl.interest': {
      name: 'Gesetzliche Zinsen (Art. 6:119 BW)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum durch Erlass festgesetzten Satz; nach jedem vollen Jahr werden unbezahlte Zinsen selbst verzinst.',
    },
    'nl.interest_agreed': {
      name: 'Vertragliche Zinsen (Art. 6:119 Abs. 3 BW)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum vereinbarten Satz.',
    },
    'nl.trade_interest': {
      name: 'Gesetzliche Handelszinsen (Art. 6:119a BW)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum Satz der Europäischen Zentralbank plus acht Prozentpunkte; nach jedem vollen Jahr werden unbezahlte Zinsen selbst verzinst.',
    },
    'nl.trade_interest_agreed': {
      name: 'Vertragliche Handelszinsen (Art. 6:119a BW)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum vereinbarten Satz.',
    },
    'nl.14_days': {
      name: 'Vierzehn-Tage-Schreiben (Art. 6:96 Abs. 6 BW)',
      text: 'Ein Verbraucher schuldet Inkassokosten erst nach einem Schreiben, das ihren Betrag nennt und vierzehn Tage ab dem Tag nach Erhalt gewährt.',
    },
    'nl.wik': {
      name: 'Inkassokosten nach Staffel (Art. 6:96 BW, Besluit BIK)',
      text: '15 % der ersten 2.500 €, 10 % der nächsten 2.500 €, 5 % der nächsten 5.000 €, 1 % der nächsten 190.000 € und 0,5 % darüber; mindestens 40 € und höchstens 6.775 €.',
    },
    'nl.30_days': {
      name: 'Zahlungsfrist zwischen Unternehmen (Art. 6:119a Abs. 2 BW)',
      text: 'Ohne Vereinbarung: dreißig Tage nach Erhalt der Rechnung oder der Waren.',
    },
    'be.trade_interest': {
      name: 'Verzugszinsen (Gesetz vom 2. August 2002)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum halbjährlich bekannt gemachten Satz; bei Verbrauchern ist er das Höchste, was eine Klausel verlangen darf.',
    },
    'be.trade_interest_agreed': {
      name: 'Vertragliche Zinsen (Gesetz vom 2. August 2002)',
      text: 'Taggenau, zum vereinbarten Satz, soweit das Gesetz ihn zulässt.',
    },
    'be.30_days': {
      name: 'Zahlungsfrist zwischen Unternehmen (Art. 4 Gesetz vom 2. August 2002)',
      text: 'Ohne Vereinbarung: dreißig Tage nach Erhalt der Rechnung oder der Waren.',
    },
    'be.xix_14_days': {
      name: 'Erste Mahnung eines Verbrauchers (Art. XIX.2 WGB)',
      text: 'Die erste Mahnung ist kostenlos und gewährt vierzehn Kalendertage; vorher darf nichts berechnet werden.',
    },
    'be.xix_clause': {
      name: 'Vertragsklausel (Art. XIX.4 WGB)',
      text: 'Ein Verbraucher schuldet Zinsen und Schadenersatz nur, soweit eine Klausel des Vertrags es vorsieht.',
    },
    'be.xix_caps': {
      name: 'Schadenersatzklausel innerhalb der Höchstbeträge (Art. XIX.4 WGB)',
      text: '20 € bis 150 €; 30 € und 10 % des Betrags über 150 €, bis 500 €; 65 € und 5 % des Betrags über 500 €, höchstens 2.000 €. Maßgeblich ist, was bei Ablauf der freien Frist unbezahlt ist.',
    },
    'be.xix_reminder_fee': {
      name: 'Kosten einer weiteren Mahnung (Art. XIX.2 WGB)',
      text: 'Höchstens 7,50 € und Porto für jede Mahnung nach den kostenlosen.',
    },
    'be.fixed_sum': {
      name: 'Pauschalbetrag (Art. 6 Gesetz vom 2. August 2002)',
      text: '40 € für jede nicht rechtzeitig bezahlte Rechnung zwischen Unternehmen.',
    },
    'de.interest': {
      name: 'Verzugszinsen (§ 288 Abs. 1 BGB)',
      text: 'Ab dem ersten Tag des Verzugs, taggenau, fünf Prozentpunkte über dem Basiszinssatz.',
    },
    'de.interest_agreed': {
      name: 'Vertragliche Zinsen (§ 288 Abs. 3 BGB)',
      text: 'Ab dem ersten Tag des Verzugs, taggenau, zum vereinbarten Satz.',
    },
    'de.trade_interest': {
      name: 'Verzugszinsen zwischen Unternehmen (§ 288 Abs. 2 BGB)',
      text: 'Ab dem ersten Tag des Verzugs, taggenau, neun Prozentpunkte über dem Basiszinssatz; acht bei Verträgen vor dem 29. Juli 2014.',
    },
    'de.trade_interest_agreed': {
      name: 'Vertragliche Zinsen zwischen Unternehmen (§ 288 Abs. 3 BGB)',
      text: 'Ab dem ersten Tag des Verzugs, taggenau, zum vereinbarten Satz.',
    },
    'de.286_bgb': {
      name: 'Beginn des Verzugs (§ 286 BGB)',
      text: 'Durch einen vereinbarten Tag, durch eine zugegangene Mahnung oder dreißig Tage nach Fälligkeit und Rechnung.',
    },
    'de.193_bgb': {
      name: 'Tage am Wochenende oder Feiertag (§ 193 BGB)',
      text: 'Ein Zahlungstag verschiebt sich auf den nächsten Werktag.',
    },
    'de.base_rate': { name: 'Basiszinssatz (§ 247 BGB)', text: 'Festgesetzt zum 1. Januar und 1. Juli jedes Jahres.' },
    'de.lump_sum': {
      name: 'Pauschale (§ 288 Abs. 5 BGB)',
      text: '40 € für jede nicht rechtzeitig bezahlte Rechnung, wenn der Schuldner kein Verbraucher ist.',
    },
    'de.fees': { name: 'Kosten von Mahnungen', text: 'Für eine Mahnung darf kein fester Betrag verlangt werden.' },
    'fr.trade_interest': {
      name: 'Verzugszinsen (Art. L441-10 Code de commerce)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum Satz der Europäischen Zentralbank plus zehn Prozentpunkte.',
    },
    'fr.trade_interest_agreed': {
      name: 'Vertragliche Verzugszinsen (Art. L441-10 Code de commerce)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum vereinbarten Satz.',
    },
    'fr.30_days': {
      name: 'Zahlungsfrist (Art. L441-10 Code de commerce)',
      text: 'Ohne Vereinbarung: dreißig Tage nach Erhalt der Rechnung oder der Waren.',
    },
    'fr.indemnity': {
      name: 'Pauschale Entschädigung (Art. D441-5 Code de commerce)',
      text: '40 € für jede nicht rechtzeitig bezahlte Rechnung zwischen Unternehmen.',
    },
    'fr.fees': { name: 'Kosten von Mahnungen', text: 'Für eine Mahnung darf kein fester Betrag verlangt werden.' },
    'uk.statutory_interest': {
      name: 'Gesetzliche Zinsen (Late Payment of Commercial Debts (Interest) Act 1998)',
      text: 'Taggenau, acht Prozentpunkte über der Bank Rate vom 30. Juni oder 31. Dezember vor Zinsbeginn, für die ganze Dauer der Schuld.',
    },
    'uk.statutory_interest_agreed': {
      name: 'Vertragliche Zinsen (section 8 des Act von 1998)',
      text: 'Taggenau, zum vereinbarten Satz.',
    },
    'uk.relevant_day': {
      name: 'Tag, ab dem Zinsen laufen (section 4 des Act von 1998)',
      text: 'Der Tag nach dem vereinbarten Tag; ohne Vereinbarung nach dreißig Tagen ab Leistung oder Mitteilung des Betrags.',
    },
    'uk.substantial_remedy': {
      name: 'Regelung im Vertrag (sections 8 und 9 des Act von 1998)',
      text: 'Hat der Vertrag eine eigene wesentliche Regelung, tritt sie an die Stelle des Act.',
    },
    'uk.fixed_sum': {
      name: 'Pauschale (section 5A des Act von 1998)',
      text: '40 £ bei einer Schuld unter 1.000 £, 70 £ unter 10.000 £, 100 £ bei jeder anderen, je Rechnung.',
    },
    'uk.reference_rate': { name: 'Referenzsatz', text: 'Die Bank Rate am 30. Juni und am 31. Dezember.' },
    'uk.fees': { name: 'Kosten von Mahnungen', text: 'Für eine Mahnung darf kein fester Betrag verlangt werden.' },
    'eu.interest': {
      name: 'Verzugszinsen (Richtlinie 2011/7/EU, Art. 3)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum Satz der Europäischen Zentralbank plus acht Prozentpunkte.',
    },
    'eu.interest_agreed': {
      name: 'Vertragliche Zinsen (Richtlinie 2011/7/EU)',
      text: 'Ab dem Tag nach der Fälligkeit, taggenau, zum vereinbarten Satz.',
    },
    'eu.30_days': {
      name: 'Zahlungsfrist (Richtlinie 2011/7/EU, Art. 3)',
      text: 'Ohne Vereinbarung: dreißig Tage nach Erhalt der Rechnung oder der Waren.',
    },
    'eu.fixed_sum': {
      name: 'Pauschale für Beitreibung (Richtlinie 2011/7/EU, Art. 6)',
      text: '40 € für jede nicht rechtzeitig bezahlte Rechnung zwischen Unternehmen.',
    },
    'eu.fees': { name: 'Kosten von Mahnungen', text: 'Für eine Mahnung darf kein fester Betrag verlangt werden.' },
    'ecb.main_refinancing': {
      name: 'Satz der Europäischen Zentralbank',
      text: 'Der Satz der Hauptrefinanzierungsgeschäfte am ersten Tag des Halbjahres.',
    },
    'none.fees': {
      name: 'Kein Recht bekannt',
      text: 'Ist das Recht des Landes hier nicht bekannt, wird nichts berechnet.',
    },
  },
  sources: {
    nl_decree: 'Besluit wettelijke rente (Artikel 6:120 BW)',
    nl_trade: 'Artikel 6:120 Abs. 2 BW: Satz der Zentralbank plus Punkte',
    be_announced: 'Gesetz vom 2. August 2002, halbjährlich bekannt gemachter Satz',
    de_bundesbank: 'Deutsche Bundesbank, Basiszinssatz nach § 247 BGB',
    fr_code_de_commerce: 'Artikel L441-10 Code de commerce: Satz der Zentralbank plus zehn Punkte',
    uk_bank: 'Bank of England, offizieller Satz vor dem Halbjahr',
    ecb: 'Europäische Zentralbank, Hauptrefinanzierungsgeschäfte',
    public_files: 'Öffentliche Dateien; eine amtliche Veröffentlichung wurde nicht gefunden',
    contract: 'Der Vertrag',
  },
  reasons: {
    other_currency: 'Die Beträge dieses Gesetzes sind in {legal}, daher wird in {currency} nichts berechnet.',
    no_law: 'Das Recht dieses Landes ist hier nicht bekannt, daher wird nichts berechnet.',
    interest_not_charged: 'Der Gläubiger hat sich entschieden, keine Zinsen zu berechnen.',
    costs_not_charged: 'Der Gläubiger hat sich entschieden, keine Inkassokosten zu berechnen.',
    no_due_date: 'Es ist kein Zahlungstag bekannt, und auch nichts, woraus er folgen würde.',
    term_of_law: 'Es wurde keine Frist vereinbart: dreißig Tage nach Erhalt von Rechnung und Waren am {day}.',
    no_default: 'Es wurde kein Tag vereinbart, keine Mahnung ging zu, und keine dreißig Tage begannen zu laufen.',
    default_by_reminder: 'Am {day} ging eine Mahnung zu, daher begann der Verzug am Tag danach.',
    default_by_invoice: 'Die dreißig Tage nach Fälligkeit und Rechnung endeten am {day}.',
    due_date_moved: 'Der Zahlungstag verschiebt sich auf den {day}, einen Werktag.',
    term_limited: 'Das Gesetz gewährt diesem Käufer höchstens {days} Tage: der letzte ist der {day}.',
    businesses_only:
      'Dieses Gesetz gewährt Zinsen und Kosten nur zwischen Unternehmen; ein Verbraucher schuldet nichts davon.',
    own_remedy: 'Der Vertrag hat eine eigene Regelung, daher ist die Pauschale des Act nicht geschuldet.',
    before_book_xix: 'Die Schuld ist älter als Buch XIX, und nur dieses ist hier bekannt.',
    reminder_missing: 'Keine Mahnung hat vierzehn freie Tage gewährt, daher darf nichts berechnet werden.',
    reminder_invalid: 'Der Mahnung fehlt, was das Gesetz von ihr verlangt, daher zählt sie nicht.',
    reminder_too_early: 'Die Mahnung wurde vor Ablauf des Fälligkeitstags versandt, daher zählt sie nicht.',
    no_interest_clause: 'Der Vertrag hat keine Zinsklausel.',
    interest_clause_void: 'Ab dem {day} liegt der Satz der Klausel über dem gesetzlichen, daher ist sie nichtig.',
    no_damages_clause: 'Der Vertrag hat keine Schadenersatzklausel.',
    damages_clause_void: 'Die Klausel verlangt mehr, als das Gesetz auf das Unbezahlte zulässt, daher ist sie nichtig.',
    letter_missing: 'Kein Schreiben hat vierzehn Tage gewährt, daher dürfen keine Inkassokosten berechnet werden.',
    letter_too_early:
      'Das Schreiben wurde vor Beginn des Verzugs versandt, daher dürfen keine Inkassokosten berechnet werden; ein neues Schreiben ist nötig.',
    letter_term_short:
      'Das Schreiben gewährt {days} statt 14 Tage, daher dürfen keine Inkassokosten berechnet werden; ein neues Schreiben ist nötig.',
    letter_counts_from_its_date:
      'Das Schreiben zählt seine Tage ab dem eigenen Datum, daher dürfen keine Inkassokosten berechnet werden; ein neues Schreiben ist nötig.',
    letter_without_amount:
      'Das Schreiben nennt den Betrag der Kosten nicht, daher dürfen keine Inkassokosten berechnet werden; ein neues Schreiben ist nötig.',
    letter_charges:
      'Das Schreiben berechnet selbst schon Kosten, daher dürfen keine Inkassokosten berechnet werden; ein neues Schreiben ist nötig.',
    costs_before_scale: 'Bei Schulden, die vor dem 1. Juli 2012 fällig waren, setzt ein Gericht die Kosten fest.',
    rate_unknown: 'Ab dem {day} ist kein Satz bekannt, daher werden ab diesem Tag keine Zinsen berechnet.',
    rate_unknown_before: 'Vor dem {day} ist kein Satz bekannt, daher werden Zinsen ab diesem Tag berechnet.',
    payment_later: 'Zahlungen nach dem {day} werden nicht gezählt.',
    paid_too_much: 'Es wurde mehr gezahlt als die Hauptforderung und was eine Zahlung zuerst tilgt.',
  },
}

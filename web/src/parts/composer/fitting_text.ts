/** Where a word begins or ends; the letters of all languages are letters. */
const edge = '(?:(?<!\\p{L})(?=\\p{L})|(?<=\\p{L})(?!\\p{L}))'

/** Any of these, with `\\b` at the edges of words. */
const spoken = (...phrases: string[]): RegExp => new RegExp(phrases.join('|').replaceAll('\\b', edge), 'isu')

/** What debtors ask for most, in the words of the four languages that are spoken; each leads to a text of the house. */
const questions: Readonly<Record<string, RegExp>> = {
  copy_of_invoice: spoken(
    '\\b(copy|copies|kopie|kopietje|afschrift|copie|duplicata|rechnungskopie|abschrift|pdf)\\b',
    '\\b(resend|send (it|the invoice|this invoice) again|never received (the|this|your) invoice)\\b',
    '\\b(did not|didn.t|have not|haven.t) (get|receive|received) (the|this|your|any) invoice\\b',
    '\\bfactuur\\b.{0,40}\\b(nooit|niet) (ontvangen|gekregen|vinden)\\b',
    '\\brechnung\\b.{0,40}\\b(nicht|nie) (erhalten|bekommen|vorliegen)\\b',
    '\\b(renvoyer|pas (reçu|trouvé|retrouvé)|ne retrouvons pas)\\b.{0,40}\\b(facture|pdf)',
  ),
  payment_received: spoken(
    '\\b(already|was|were|been|have|has|had|we|i) (just |already )?paid\\b',
    '\\b(payment (was|has been|is) (made|sent|on its way))\\b',
    '\\b(is|zijn|hebben|heb|werd|al) .{0,30}\\b(betaald|overgemaakt|voldaan)\\b',
    '\\b(bezahlt|überwiesen|beglichen|zahlung ist unterwegs)\\b',
    '\\b(avons|ai|été|déjà) (bien )?(payé|réglé|viré)|paiement est en route',
  ),
  payment_terms: spoken(
    '\\b(instal?ments?|pay in (terms|parts|two|three)|in (two|three|four) (parts|payments))\\b',
    '\\b(termijnen|betalingsregeling|gespreid betalen|in (twee|drie|vier) (delen|keer))\\b',
    '\\b(raten|ratenzahlung|teilzahlung|in (zwei|drei|vier) teilen)\\b',
    '\\b(plusieurs fois|échelonner|échéancier|en (deux|trois|quatre) fois)\\b',
  ),
}

/** What is quoted below an answer was said by somebody else. */
const ownWords = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')

/** The text that answers what a debtor wrote, where it asks for one thing only; else a person decides. */
export function fittingText(message: string): string | null {
  const asked = Object.keys(questions).filter((code) => questions[code]?.test(ownWords(message)))
  return asked.length === 1 ? (asked[0] ?? null) : null
}

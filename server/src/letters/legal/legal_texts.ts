/** What a law wants a letter to say, in one language. Names in braces are filled in; nobody can edit these texts. */
export type LegalTexts = {
  /** The letter that gives fourteen days before costs follow. */
  nl_consumer: string
  /** The free reminder, with what it has to name. */
  be_consumer: string
  be_damages: string
  be_nothing: string
  by_mail: string
  by_post: string
  vat: string
  registration: string
  nl_business: string
  be_business: string
  de_business: string
  fr_business: string
  uk_business: string
  eu_business: string
}

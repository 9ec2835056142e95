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
  /** Between businesses that agreed on a rate, and where the creditor charges no interest. */
  agreed_rate: string
  no_interest: string
  /** Where the costs of either stand, by the law. */
  nl_basis: string
  be_basis: string
  de_basis: string
  fr_basis: string
  uk_basis: string
  eu_basis: string
}

import { expression, type Source } from './field.ts'

/** The page of a record in the interface for credit controllers. */
export const deeplink = (family: string): Source =>
  expression(
    (row, given) =>
      `${given('base_url')} || '/administrations/' || ${row}.administration_id || '/${family}/' || ${row}.id`,
  )

/** The page of a record for its debtor, behind a link that cannot be guessed; empty while there is none. */
export const portalLink = (family: string): Source =>
  expression(
    (row, given) =>
      `${given('base_url')} || '/portal/' || ${row}.administration_id || '/${family}/' || ${row}.public_token`,
  )

/** Mail to a record's own address becomes a note. Empty while the service takes no mail in. */
export const note_address: Source = expression(() => 'null::text')

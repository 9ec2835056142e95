import { signedInSql } from '../domain/mail_address.ts'
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

/**
 * Mail to a record's own address becomes a note; as `mailAddress` writes it. Empty while the service takes no mail in.
 */
export const noteAddress = (code: 'nd' | 'ni' | 'nc'): Source =>
  expression((row, given) => {
    const words = `'${code}-' || ${row}.administration_id || '-' || ${row}.id`
    const signature = signedInSql(words, given('mail_inner'), given('mail_outer'))
    return `${given('mail_local')} || '+' || ${words} || '-' || ${signature} || '@' || ${given('mail_domain')}`
  })

import { sayPhone } from '../words/say_phone.ts'

/** A phone number that calls. */
export const PhoneLink = ({ number }: { number: string }) => (
  <a className="link" href={`tel:${number.replace(/[^+\d]/g, '')}`} data-number>
    {sayPhone(number)}
  </a>
)

/** Addresses that open a mail; several may stand in one field, as mail programs have them. */
export const MailLinks = ({ addresses }: { addresses: string }) =>
  addresses
    .split(/[,;]/)
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((address, place) => (
      <span key={address}>
        {place > 0 && ', '}
        <a className="link" href={`mailto:${address}`}>
          {address}
        </a>
      </span>
    ))

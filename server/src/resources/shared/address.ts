import { text } from '../../api/field.ts'

export const address = {
  city: text('City.').required(),
  country_code: text('Country, ISO 3166 alpha-2.').required(),
  postal_code: text('Postal code.'),
  region: text('Region.'),
  street_1: text('Street name and house number.'),
  street_2: text('Additional address details.'),
}

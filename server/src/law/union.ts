const members = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

/** Whether a country is a member of the European Union, by its code in capital letters. */
export const isInUnion = (country_code: string): boolean => members.has(country_code)

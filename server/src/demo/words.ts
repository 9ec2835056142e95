// Everything here is made up. Syllables make names that sound like names and belong to nobody; the towns are on no map.

export const name_starts = [
  ...['Bral', 'Door', 'Elv', 'Fenn', 'Gris', 'Hold', 'Ister', 'Jor', 'Kast', 'Lum'],
  ...['Marv', 'Nev', 'Ost', 'Pell', 'Quin', 'Ravel', 'Sten', 'Tolv', 'Ulm', 'Vexel'],
] as const

export const name_ends = [
  ...['ando', 'aris', 'enbrink', 'endal', 'ero', 'ingfeld', 'egard', 'ion'],
  ...['amere', 'inova', 'horn', 'istra', 'atium', 'evik', 'ewold'],
] as const

export const trades = [
  ...['Techniek', 'Logistics', 'Bouw', 'Metaal', 'Catering', 'Media', 'Transport', 'Design'],
  ...['Groen', 'Interieur', 'Solar', 'Retail', 'Events', 'Systems', 'Marine', 'Food'],
  ...['Textiles', 'Optics', 'Printing', 'Studio', 'Security', 'Trading', 'Hydro', 'Mobility'],
] as const

/** So many debtors get a company name that no other debtor has; after that, the town is added. */
export const distinct_names = name_starts.length * name_ends.length * trades.length

export const first_names = [
  ...['Anouk', 'Bram', 'Carla', 'Daan', 'Elif', 'Femke', 'Gijs', 'Hanna', 'Ismail', 'Jasmijn', 'Koen'],
  ...['Lotte', 'Mats', 'Nadia', 'Oskar', 'Paula', 'Quinten', 'Rosa', 'Sven', 'Tess', 'Umar', 'Vera', 'Wout', 'Yara'],
] as const
export const genders = [
  ...['female', 'male', 'female', 'male', 'female', 'female', 'male', 'female', 'male', 'female', 'male'],
  ...['female', 'male', 'female', 'male', 'female', 'male', 'female', 'male', 'female', 'male', 'female', 'male'],
  'male_female',
] as const

/** Out of twenty debtors, so many come from each country. */
export const countries = [
  ...['NL', 'NL', 'NL', 'NL', 'NL', 'NL', 'NL', 'NL', 'NL', 'NL', 'NL'],
  ...['BE', 'BE', 'BE', 'DE', 'DE', 'DE', 'FR', 'FR', 'GB'],
] as const

type Country = (typeof countries)[number]

export const towns: Record<Country, readonly string[]> = {
  NL: ['Zilverdijk', 'Oudekreek', 'Wilgenburcht', 'Duinhaven', 'Molenzijl', 'Noordkoog', 'Veenmeer', 'Lisserwaard'],
  BE: ['Ruisvoorde', 'Molenzande', 'Klaverzele', 'Saint-Aubry', 'Hoppelare', 'Vierbeke'],
  DE: ['Birkenfurt', 'Altwasserheim', 'Neudornberg', 'Falkenmünde', 'Rosenhall am See', 'Tannwerder'],
  FR: ['Montvallier', 'Saint-Orme', 'Pontbrison', 'Clairbois-sur-Lys', 'La Rochebrune-Neuve'],
  GB: ['Ashcombe Mere', 'Thornley Wick', 'Harrowfold', 'Penmoor', 'Kingsbrook St Mary'],
}

export const streets: Record<Country, readonly string[]> = {
  NL: ['Ambachtsweg', 'Havenkade', 'Lindelaan', 'Windmolenpad', 'Industrieweg', 'Zonnebloemstraat', 'Kanaaldijk'],
  BE: ['Ambachtenlaan', 'Stationsstraat', 'Kouterweg', 'Rue du Moulin', 'Nijverheidslaan'],
  DE: ['Gewerbestraße', 'Am Hafenbecken', 'Ahornweg', 'Mühlenallee', 'Werkstraße'],
  FR: ['Rue des Artisans', 'Avenue du Vieux Port', 'Chemin des Tilleuls', 'Impasse du Four'],
  GB: ['Foundry Lane', 'Quayside Road', 'Orchard Close', 'Millers Way'],
}

export const legal_forms: Record<Country, string> = { NL: 'B.V.', BE: 'BV', DE: 'GmbH', FR: 'SARL', GB: 'Ltd' }

/** The language of a country, and of the mailbox that takes its invoices. */
export const languages: Record<Country, string> = { NL: 'nl', BE: 'nl', DE: 'de', FR: 'fr', GB: 'en' }
export const mailboxes: Record<Country, string> = {
  NL: 'administratie',
  BE: 'facturatie',
  DE: 'buchhaltung',
  FR: 'comptabilite',
  GB: 'accounts',
}

/** Beginnings of numbers that are kept for fiction, or that nobody was given; a zero and two digits follow. */
export const phones: Record<Country, string> = {
  NL: '+31850000',
  BE: '+3225550',
  DE: '+493023125',
  FR: '+33199000',
  GB: '+442079460',
}
export const mobiles: Record<Country, string> = {
  NL: '+316000000',
  BE: '+32455550',
  DE: '+491713920',
  FR: '+33639980',
  GB: '+447700900',
}

export const debtor_labels = [
  'Key account',
  'Framework contract',
  'Seasonal',
  'Slow payer',
  'Call first',
  'New',
] as const
export const invoice_labels = ['Project', 'Rush order', 'Disputed', 'Awaiting purchase order'] as const
export const case_labels = ['Lawyer informed', 'Contact by phone only', 'Dispute settled'] as const

export const debtor_remarks = [
  'Wants the purchase order number on every invoice, otherwise it is sent back.',
  'Runs payments on the second and fourth Thursday of the month.',
  'Moved last year; the old address may still be on older orders.',
  'Ask for the owner, the front desk does not pass on messages.',
] as const

import type { InventedDebtor } from './debtors.ts'

/** Invented debtors, and when each of their invoices is due, in days from today. */
const invented = [
  { name: 'Bakkerij Zonneveld B.V.', business: true, language: 'nl', due: [-10, 4, 20] },
  { name: 'Atelier Morgenrood', business: true, language: 'en', due: [-2] },
  { name: 'Sanne Wolkenbach', business: false, language: 'nl', due: [-5, 12] },
  { name: 'Werkstatt Lindgrün GmbH', business: true, language: 'de', due: [8] },
  { name: 'Jip van der Duinroos', business: false, language: 'nl', due: [1] },
  { name: 'Café de Blauwe Reiger', business: true, language: 'fr', due: [-20, -1] },
] as const

/** A few debtors to play with, whose invoices come due one after the other. */
export const sandbox_debtors: readonly InventedDebtor[] = invented.map(({ due, ...one }, of) => ({
  ...one,
  number: `S${100 + of}`,
  phone_number: `+3185000090${of}`,
  street: `Speelweg ${of + 1}`,
  invoices: due.map((days, place) => ({ due: days, amount: `${(of + 2) * 75 + place * 40}.50` })),
}))

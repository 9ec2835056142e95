import type { InventedDebtor } from '../../invented/debtors.ts'

/** The phone number of an invented debtor: of a range that nobody is given. */
const phone = (place: number): string => `+318500004${String(place).padStart(2, '0')}`

/** Paid in time, which is what most invoices are. */
const paid = (due: number, amount: string, days_late = 0) => ({ due, amount, paid: -due - days_late })

/**
 * Who owes something to Stormvogel Service, each with its own story. Days are counted from today, so that it is the
 * same morning whenever somebody opens the demo.
 */
export const debtors: readonly InventedDebtor[] = [
  {
    ...{ number: 'V101', name: 'Bouwbedrijf Steenhouwer B.V.', business: true, language: 'nl' },
    ...{ phone_number: phone(1), street: 'Kalkweg 18', labels: ['key account'] },
    invoices: [
      paid(-190, '2480.00', 6),
      paid(-120, '3125.40', 11),
      {
        ...{ due: -33, amount: '8940.00', order_number: 'PO-88213', description: 'Maintenance of four heat pumps' },
        reminders: { reminder_1_at: 26, reminder_2_at: 19 },
      },
      { due: 9, amount: '2210.50', order_number: 'PO-88410', description: 'Maintenance contract, November' },
    ],
  },
  {
    ...{ number: 'V102', name: 'Hotel Zilverduin', business: true, language: 'nl' },
    ...{ phone_number: phone(2), street: 'Boulevard 3', labels: ['hospitality'] },
    invoices: [
      paid(-150, '1840.00'),
      {
        ...{ due: -29, amount: '4315.75', order_number: '2026/71', description: 'Repair of the ventilation' },
        reminders: { reminder_1_at: 22, reminder_2_at: 15, reminder_3_at: 8 },
      },
    ],
  },
  {
    ...{ number: 'V103', name: 'Schildersbedrijf De Kwast', business: true, language: 'nl' },
    ...{ phone_number: phone(3), street: 'Verfstraat 12' },
    invoices: [
      paid(-80, '640.00', 2),
      { due: -15, amount: '1275.00', description: 'Hire of a lift', reminders: { reminder_1_at: 8 } },
    ],
  },
  {
    ...{ number: 'V104', name: 'Garage Kompas V.O.F.', business: true, language: 'nl' },
    ...{ phone_number: phone(4), street: 'Sleutelweg 40' },
    invoices: [
      paid(-60, '388.60'),
      { due: -8, amount: '512.30', description: 'Inspection of the compressor' },
      { due: 6, amount: '145.00', description: 'Filters' },
    ],
  },
  {
    ...{ number: 'V105', name: 'Fietsenmakerij Het Tandwiel', business: true, language: 'nl' },
    ...{ phone_number: phone(5), street: 'Spaakpad 9' },
    invoices: [
      { due: -16, amount: '934.20', description: 'Emergency lighting', reminders: { reminder_1_at: 9 } },
      { due: 12, amount: '210.00', description: 'Yearly inspection' },
    ],
  },
  {
    ...{ number: 'V106', name: 'Restaurant De Gouden Lepel', business: true, language: 'nl' },
    ...{ phone_number: phone(6), street: 'Vismarkt 27', labels: ['hospitality'] },
    invoices: [
      paid(-100, '720.00', 9),
      { due: -18, amount: '1630.00', description: 'Cold store, repair', reminders: { reminder_1_at: 11 } },
    ],
  },
  {
    ...{ number: 'V107', name: 'Drukkerij Inktvis B.V.', business: true, language: 'nl' },
    ...{ phone_number: phone(7), street: 'Papierbaan 5', labels: ['key account'] },
    invoices: [
      paid(-140, '5100.00'),
      {
        ...{ due: -20, amount: '6285.00', order_number: 'INK-3381', description: 'Air treatment of the press room' },
        reminders: { reminder_1_at: 13 },
      },
    ],
  },
  {
    ...{ number: 'V108', name: 'Kapsalon Krul', business: true, language: 'nl' },
    ...{ phone_number: phone(8), street: 'Kamstraat 1' },
    invoices: [{ due: -11, amount: '268.40', description: 'Boiler, service call' }],
  },
  {
    ...{ number: 'V109', name: 'Pieter Avondrood', business: false, language: 'nl' },
    ...{ phone_number: phone(9), street: 'Lijsterhof 66' },
    invoices: [{ due: -17, amount: '846.90', description: 'New boiler', reminders: { reminder_1_at: 10 } }],
  },
  {
    ...{ number: 'V110', name: 'Femke Sterrenhof', business: false, language: 'nl' },
    ...{ phone_number: phone(10), street: 'Maanplein 4' },
    invoices: [paid(-75, '129.00'), { due: -9, amount: '189.95', description: 'Maintenance of the boiler' }],
  },
  {
    ...{ number: 'V111', name: 'Brauhaus Lindenhof GmbH', business: true, language: 'de' },
    ...{ phone_number: phone(11), street: 'Hopfenallee 2' },
    invoices: [
      paid(-95, '2210.00', 4),
      { due: -22, amount: '2460.00', description: 'Cooling', reminders: { reminder_1_at: 15, reminder_2_at: 8 } },
    ],
  },
  {
    ...{ number: 'V112', name: 'Studio Nightjar Ltd', business: true, language: 'en' },
    ...{ phone_number: phone(12), street: 'Galerijpad 31' },
    invoices: [
      paid(-45, '980.00', 3),
      { due: -7, amount: '1120.00', order_number: 'NJ-204', description: 'Studio ventilation' },
      { due: 2, amount: '310.00', description: 'Filters' },
    ],
  },
  {
    ...{ number: 'V113', name: 'Tuincentrum De Bloeiende Border', business: true, language: 'nl' },
    ...{ phone_number: phone(13), street: 'Kasweg 100' },
    invoices: [paid(-200, '3300.00'), paid(-110, '2875.00'), paid(-50, '3010.00'), { due: 4, amount: '2940.00' }],
  },
  {
    ...{ number: 'V114', name: 'Basisschool De Regenboog', business: true, language: 'nl' },
    ...{ phone_number: phone(14), street: 'Krijtlaan 8' },
    invoices: [paid(-170, '1560.00'), paid(-30, '1490.00', -4), { due: 18, amount: '1525.00' }],
  },
]

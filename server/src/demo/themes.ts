/** What an administration sells, to whom, and how it words that. */
export type Theme = {
  /** Before the numbers of its invoices, debtors and cases. */
  prefix: string
  /** Out of a hundred debtors, so many are companies. */
  companies: number
  products: readonly { description: string; unit: string; price_cents: number }[]
  categories: readonly string[]
  vat_rates: readonly VatRate[]
  /** Codes of the rates that hold in its own country; four, of which each is as likely. */
  domestic_rates: readonly [string, string, string, string]
  treatments: readonly string[]
}

type VatRate = { code: string; name: string; rate: number; category: string; exemption_reason_code?: string }

const product = (description: string, price_cents: number, unit = 'piece') => ({ description, price_cents, unit })

const usual_rates: readonly VatRate[] = [
  { code: 'HIGH', name: 'VAT high', rate: 21, category: 'regular' },
  { code: 'LOW', name: 'VAT low', rate: 9, category: 'regular' },
  { code: 'ZERO', name: 'VAT zero', rate: 0, category: 'zero' },
  { code: 'REVERSED', name: 'VAT reverse charged within the EU', rate: 0, category: 'reversed' },
  { code: 'EXPORT', name: 'Export outside the EU', rate: 0, category: 'export' },
]

export const wholesale: Theme = {
  prefix: 'T',
  companies: 88,
  products: [
    product('Cordless impact driver, 18 V, two batteries', 28_900),
    product('Stainless bolts M8 × 40, box of 200', 3_450, 'box'),
    product('Installation cable 3 × 2.5 mm², 100 m reel', 9_275, 'reel'),
    product('Circulation pump, energy label A', 21_400),
    product('Safety shoes S3', 8_995, 'pair'),
    product('LED panel 60 × 60, 4000 K', 5_690),
    product('Hire of scissor lift, per day', 14_500, 'day'),
    product('Fitter on location', 7_250, 'hour'),
    product('Annual inspection of hand tools', 39_500),
    product('Copper pipe 22 mm, length of 5 m', 4_120, 'length'),
    product('Delivery on site before 10:00', 2_750),
    product('Maintenance contract, monthly', 18_600, 'month'),
  ],
  categories: ['goods', 'goods', 'service', 'rental', 'subscription'],
  vat_rates: usual_rates,
  domestic_rates: ['HIGH', 'HIGH', 'HIGH', 'LOW'],
  treatments: ['TOOL-INSPECT', 'LIFT-SERVICE', 'PUMP-SERVICE', 'CABLE-TEST'],
}

export const care: Theme = {
  prefix: 'Z',
  companies: 18,
  products: [
    product('Periodic check-up', 2_645, 'treatment'),
    product('Two-surface filling', 7_420, 'treatment'),
    product('Removal of tartar, per five minutes', 1_545, 'unit'),
    product('Small X-ray', 1_980),
    product('Root canal treatment, one canal', 16_430, 'treatment'),
    product('Porcelain crown on natural tooth', 29_750, 'treatment'),
    product('Technical costs of the dental laboratory', 18_320),
    product('Physiotherapy session', 4_150, 'session'),
    product('Home visit surcharge', 2_200),
    product('Missed appointment', 3_500),
  ],
  categories: ['treatment', 'treatment', 'laboratory', 'own contribution'],
  vat_rates: [
    {
      code: 'EXEMPT',
      name: 'Exempt, medical care',
      rate: 0,
      category: 'exempt',
      exemption_reason_code: 'VATEX-EU-132-1C',
    },
    ...usual_rates,
  ],
  domestic_rates: ['EXEMPT', 'EXEMPT', 'EXEMPT', 'HIGH'],
  treatments: ['C002', 'V92', 'M03', 'X10', 'E13', 'R24'],
}

export const energy: Theme = {
  prefix: 'W',
  companies: 40,
  products: [
    product('Electricity, monthly advance', 14_800, 'month'),
    product('Charging point, lease per month', 5_900, 'month'),
    product('Annual settlement of heat', 31_250),
    product('Replacement of the meter', 12_900),
  ],
  categories: ['advance', 'settlement', 'lease'],
  vat_rates: usual_rates,
  domestic_rates: ['HIGH', 'HIGH', 'HIGH', 'HIGH'],
  treatments: ['METER', 'CHARGER'],
}

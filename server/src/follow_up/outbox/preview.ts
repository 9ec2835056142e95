import type { Kysely } from 'kysely'
import type { Tables } from '../../db/schema.ts'
import { amountText, sumOf } from '../../domain/money.ts'
import type { Letter } from '../decide/decision.ts'
import { dataOf } from '../perform/letters.ts'
import { type Rendered, type Rendering, renderDraft } from '../send/render.ts'
import type { Draft } from '../send/rows.ts'

/** A letter that was decided, exactly as it would be sent now: by what sends it, with the costs that come with it. */
export const previewLetter = (db: Kysely<Tables>, rendering: Rendering, letter: Letter): Promise<Rendered> =>
  renderDraft(db, rendering, draftOf(letter))

function draftOf(letter: Letter): Draft {
  const chargedOn = (invoice_id: string): bigint =>
    sumOf(letter.charges.filter((one) => one.invoice_id === invoice_id).map(({ amount }) => amount))
  return {
    ...{ debtor_id: letter.debtor_id, step: letter.step, channel: letter.channel, day: letter.day },
    ...{ language_code: letter.language_code, term_days: letter.term_days },
    stated_costs: letter.stated === null ? null : amountText(letter.stated),
    data: dataOf(letter),
    items: letter.items.map(({ invoice_id, performs, open_amount, costs_open }) => ({
      ...{ invoice_id, performs, amount: amountText(open_amount + costs_open) },
      charged: amountText(chargedOn(invoice_id)),
    })),
  }
}

import type { Day } from '../../domain/days.ts'
import type { LawPack } from '../../law/pack.ts'
import { countryOfLaw } from '../../law/packs.ts'
import { type Party, partyOf } from '../../law/party.ts'
import type { DebtorFacts } from './facts.ts'
import { doneOn } from './next_step.ts'
import type { Rules } from './rules.ts'

/** What is the same for all records of a debtor on a day. */
export type Context = {
  readonly rules: Rules
  readonly today: Day
  readonly facts: DebtorFacts
  readonly party: Party
  readonly party_assumed: boolean
  readonly law: LawPack
  /** Per currency: what is owed, and what the debtor has to its credit and was not set off. */
  readonly balances: ReadonlyMap<string, Balance>
  /** The latest day on which anything was done for this debtor. */
  readonly latest_day: Day | null
}

export type Balance = { debt: bigint; credit: bigint }

export function contextOf(facts: DebtorFacts, rules: Rules, today: Day): Context {
  const { party, assumed } = partyOf(facts)
  const countries = { administration: rules.administration.country_code, debtor: facts.country_code }
  return {
    ...{ rules, today, facts, party, party_assumed: assumed },
    law: rules.lawOf(countryOfLaw(party, countries)),
    balances: balancesOf(facts),
    latest_day: latestDay(facts),
  }
}

function balancesOf({ invoices }: DebtorFacts): Map<string, Balance> {
  const balances = new Map<string, Balance>()
  for (const { currency_code, open_amount } of invoices) {
    if (open_amount === 0n) continue
    let balance = balances.get(currency_code)
    if (!balance) {
      balance = { debt: 0n, credit: 0n }
      balances.set(currency_code, balance)
    }
    if (open_amount > 0n) balance.debt += open_amount
    else balance.credit -= open_amount
  }
  return balances
}

/** What a client declares may lie in the future; what we did may not. */
function latestDay({ invoices, cases }: DebtorFacts): Day | null {
  let latest: Day | null = null
  for (const { steps } of [...invoices, ...cases]) {
    for (const one of steps) {
      if (one.origin === 'declared') continue
      const day = doneOn(one)
      if (latest === null || day > latest) latest = day
    }
  }
  return latest
}

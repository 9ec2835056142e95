import type { Change } from '../../db/change.ts'
import { notify } from './notify.ts'

/** A bank account that is another one now; without a debtor it is the one of the administration, where debtors pay. */
export type BankChange = { debtor_id?: string; before: string | null; after: string | null }

/** So much of a number tells accounts apart, and is of no use to anybody else. */
const told_characters = 4

/**
 * Tells the people of an administration that a bank account was changed: who wants to steal money begins with that, by
 * mail in the name of somebody else. Each change is told, also a second one of the same day. The first account of a
 * debtor, and one that is taken away, lead no money elsewhere; of the administration itself every change is told.
 */
export async function tellBankChanges(change: Change, changes: readonly BankChange[]): Promise<void> {
  const grave = changes.filter(
    ({ debtor_id, before, after }) =>
      plain(before) !== plain(after) && (debtor_id === undefined || (plain(before) !== '' && plain(after) !== '')),
  )
  await notify(
    change,
    grave.map(({ debtor_id, before, after }) => ({
      ...(debtor_id === undefined
        ? { notification_type: 'bank_account_changed' }
        : { notification_type: 'debtor_bank_account_changed', debtor_id }),
      key: change.stamp,
      details: { before: endOf(before), after: endOf(after) },
    })),
  )
}

/** Spaces and small letters make no other account. */
const plain = (number: string | null): string => (number ?? '').replaceAll(/\s/g, '').toUpperCase()

const endOf = (number: string | null): string => plain(number).slice(-told_characters)

import type { Change } from '../../db/change.ts'
import { notify } from './notify.ts'

/** A bank account that is another one now; without a debtor it is the one of the administration, where debtors pay. */
export type BankChange = { debtor_id?: string; before: string | null; after: string | null }

/** This many characters of a number tell accounts apart, and are of no use to anybody else. */
const shown_characters = 4

/**
 * Tells the people of an administration that a bank account was changed: stealing money begins with that, by mail in
 * the name of somebody else. Each change is reported, also a second one on the same day. The first account of a debtor,
 * and one that is removed, send no money elsewhere; of the administration itself every change is reported.
 */
export async function notifyOfBankChanges(change: Change, changes: readonly BankChange[]): Promise<void> {
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

const endOf = (number: string | null): string => plain(number).slice(-shown_characters)

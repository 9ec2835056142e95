import type { Words } from './languages.ts'

type Key = keyof Words & string
type PermissionKey = Extract<Key, `permission_${string}`>

/** The families in the order in which people think of them: who owes, what, how it is followed up, and the rest. */
const families = [
  'debtors',
  'contacts',
  'invoices',
  'payments',
  'credit_cases',
  'payment_plans',
  'tasks',
  'messages',
  'notes',
  'notifications',
  'events',
  'webhooks',
  'orders',
  'order_lines',
  'payment_conditions',
  'vat_rates',
  'psp_mandates',
  'psp_transactions',
  'files',
  'health_care',
  'administrations',
] as const

export type FamilyRow = { family: string; name: string; read: string | null; write: string | null }

/** The offered permissions, one row for each family. A family that this page does not know yet comes last. */
export function familyRows(offered: readonly string[], words: Words): FamilyRow[] {
  const order: readonly string[] = families
  const rank = (family: string): number => (order.includes(family) ? order.indexOf(family) : order.length)
  const named = [...new Set(offered.map((permission) => permission.split(':')[0] ?? ''))]
  const find = (permission: string): string | null => (offered.includes(permission) ? permission : null)
  return named
    .sort((a, b) => rank(a) - rank(b))
    .map((family) => ({
      family,
      name: sayFamily(family, words),
      read: find(`${family}:read`),
      write: find(`${family}:write`),
    }))
}

const sayFamily = (family: string, words: Words): string =>
  `family_${family}` in words ? words[`family_${family}` as Key] : family

/** What a permission lets software do, in one sentence. */
export function sayPermission(permission: string, words: Words): string {
  const key = `permission_${permission.replace(':', '_')}`
  return key in words ? words[key as PermissionKey] : permission
}

/** A set of permissions in a few words: «Debtors (read, write), Invoices (read)». */
export function summarize(permissions: readonly string[], words: Words): string {
  return familyRows(permissions, words)
    .map(({ name, read, write }) => {
      const kinds = [read && words.permissions_read, write && words.permissions_write].filter((kind) => kind !== null)
      return `${name} (${kinds.join(', ').toLowerCase()})`
    })
    .join(', ')
}

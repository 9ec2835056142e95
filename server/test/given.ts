import { type Kysely, sql } from 'kysely'
import { createApiToken } from '../src/auth/api_tokens.ts'
import { createApplication, type NewCredential } from '../src/auth/applications.ts'
import { createAdministration, createCompany, createSystemUser } from '../src/auth/people.ts'
import { permission_names } from '../src/auth/permissions.ts'
import type { Tables } from '../src/db/schema.ts'
import { nextStamp } from '../src/db/stamp.ts'

export type Tenant = { company_id: string; administration_id: string }
type Columns = { readonly [column: string]: unknown }

/** What a new invoice owes, and, where less is open, what was settled before the ledger began. */
async function openLedger(db: Kysely<Tables>, { administration_id }: Tenant, invoice_id: string): Promise<void> {
  await sql`
    insert into ledger_entries
      (administration_id, invoice_id, kind, cost_type, amount, book_amount, entry_date, created_at)
    select i.administration_id, i.id, kind, cost_type, amount, book_amount, i.invoice_date, i.created_at
    from invoices i cross join lateral (values
      ('charge', 'principal', total_amount, book_total_amount),
      ('payment', 'principal', open_amount - total_amount, book_open_amount - book_total_amount),
      ('charge', 'administration_costs', administration_costs_total, administration_costs_total),
      ('payment', 'administration_costs', administration_costs_open - administration_costs_total, 0),
      ('charge', 'interest_costs', interest_costs_total, interest_costs_total),
      ('charge', 'debt_collection_costs', debt_collection_costs_total, debt_collection_costs_total)
    ) owed (kind, cost_type, amount, book_amount)
    where i.administration_id = ${administration_id}::bigint and i.id = ${invoice_id}::bigint and amount <> 0`.execute(
    db,
  )
}

/** Enters a payment on the principal, and lowers what is open by it. */
async function enterPayment(db: Kysely<Tables>, { administration_id }: Tenant, payment_id: string): Promise<void> {
  await sql`
    update invoices i set open_amount = open_amount - p.total_amount,
                          book_open_amount = book_open_amount - p.total_book_amount
    from payments p where p.administration_id = ${administration_id}::bigint and p.id = ${payment_id}::bigint
      and i.administration_id = p.administration_id and i.id = p.invoice_id`.execute(db)
  await sql`
    insert into ledger_entries (
      administration_id, invoice_id, kind, cost_type, transaction_type, amount, book_amount, entry_date, payment_id,
      created_at)
    select administration_id, invoice_id, 'payment', cost_type, transaction_type, - total_amount, - total_book_amount,
           payment_date, id, created_at
    from payments where administration_id = ${administration_id}::bigint and id = ${payment_id}::bigint`.execute(db)
}

/** Builds the least that is valid, through the same stamp that the service uses. */
export function givenIn(db: Kysely<Tables>) {
  let counter = 0
  const next = (): number => ++counter
  const now = new Date('2026-11-14T09:30:00Z')

  async function row(table: keyof Tables & string, tenant: Tenant, values: Columns): Promise<string> {
    return db.transaction().execute(async (trx) => {
      const stamp = await nextStamp(trx, tenant.administration_id)
      const stamped = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, value === 'stamp' ? stamp : value]),
      )
      const all = { administration_id: tenant.administration_id, ...stamped }
      const { rows } = await sql<{ id: string }>`
        insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(all))}) returning id`.execute(trx)
      const id = rows[0]?.id ?? ''
      if (table === 'invoices') await openLedger(trx, tenant, id)
      if (table === 'payments') await enterPayment(trx, tenant, id)
      return id
    })
  }

  const register = (input: Parameters<typeof createApplication>[1]): Promise<NewCredential> =>
    db.transaction().execute((trx) => createApplication(trx, input))

  /** What other records copy from their debtor. */
  function debtorKeys(tenant: Tenant, debtor_id: string) {
    return db
      .selectFrom('debtors')
      .select(['debtor_number', 'debtor_identifier'])
      .where('administration_id', '=', tenant.administration_id)
      .where('id', '=', debtor_id)
      .executeTakeFirstOrThrow()
  }

  return {
    tenant: async (options: { modules?: string[]; company_id?: string } = {}): Promise<Tenant> => {
      const company_id = options.company_id ?? (await createCompany(db, { name: `Company ${next()}`, now }))
      const administration_id = await createAdministration(db, {
        company_id,
        name: `Administration ${next()}`,
        email_address: 'office@example.com',
        country_code: 'NL',
        now,
      })
      if (options.modules) {
        await db
          .updateTable('administrations')
          .set({ modules: options.modules })
          .where('id', '=', administration_id)
          .execute()
      }
      return { company_id, administration_id }
    },

    token: async (
      tenant: { company_id: string },
      options: {
        permissions?: string[]
        administration_ids?: string[] | null
        ip_allow_list?: string[]
        name?: string
      } = {},
    ): Promise<string> => {
      const wanted = {
        company_id: tenant.company_id,
        name: options.name ?? `Token ${next()}`,
        permissions: options.permissions ?? permission_names,
        administration_ids: options.administration_ids ?? null,
        ip_allow_list: options.ip_allow_list ?? [],
        now,
      }
      const { token } = await db.transaction().execute((trx) => createApiToken(trx, wanted))
      return token
    },

    application: (
      tenant: { company_id: string },
      options: { ip_allow_list?: string[]; permissions?: string[]; notification_email_addresses?: string[] } = {},
    ): Promise<NewCredential> =>
      register({
        company_id: tenant.company_id,
        name: `Application ${next()}`,
        grant_type: 'authorization_code',
        redirect_uri: 'https://app.example.com/callback',
        permissions: options.permissions ?? permission_names,
        ip_allow_list: options.ip_allow_list ?? [],
        notification_email_addresses: options.notification_email_addresses ?? [],
        now,
      }),

    /** An application that works for its own company, without a person. */
    machine: (
      tenant: { company_id: string },
      options: { ip_allow_list?: string[]; permissions?: string[] } = {},
    ): Promise<NewCredential> =>
      register({
        company_id: tenant.company_id,
        name: `Machine ${next()}`,
        grant_type: 'client_credentials',
        redirect_uri: null,
        permissions: options.permissions ?? permission_names,
        ip_allow_list: options.ip_allow_list ?? ['127.0.0.1'],
        notification_email_addresses: [],
        now,
      }),

    /** A connection of a company to an application. */
    grant: async (application_id: string, company_id: string, options: { revoked?: boolean } = {}): Promise<string> => {
      const user_id = await createSystemUser(db, company_id, 'Consenting user', now)
      const at = now.toISOString()
      const { id } = await db
        .insertInto('grants')
        .values({
          application_id,
          company_id,
          user_id,
          permissions: permission_names,
          all_administrations: true,
          created_at: at,
          revoked_at: options.revoked ? at : null,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    row,

    debtor: (tenant: Tenant, columns: Columns = {}): Promise<string> => {
      const number = next()
      return row('debtors', tenant, {
        debtor_number: `D${number}`,
        debtor_identifier: `debtor-${number}`,
        name: `Debtor ${number}`,
        postal_address_city: 'Exampletown',
        postal_address_country_code: 'NL',
        created_at: 'stamp',
        updated_at: 'stamp',
        ...columns,
      })
    },

    /** Many debtors in one statement. */
    debtors: async (tenant: Tenant, count: number): Promise<void> => {
      const first = counter + 1
      counter += count
      await db.transaction().execute(async (trx) => {
        const stamp = await nextStamp(trx, tenant.administration_id)
        await sql`
          insert into debtors (administration_id, debtor_number, debtor_identifier, name, created_at, updated_at)
          select ${tenant.administration_id}::bigint, 'D' || n, 'debtor-' || n, 'Debtor ' || n,
                 ${stamp}::timestamptz, ${stamp}::timestamptz
          from generate_series(${first}::integer, ${first + count - 1}::integer) n`.execute(trx)
      })
    },

    task: (tenant: Tenant, columns: Columns = {}): Promise<string> =>
      row('tasks', tenant, {
        subject: `Task ${next()}`,
        expiry_date: '2026-12-01',
        created_at: 'stamp',
        updated_at: 'stamp',
        ...columns,
      }),

    message: (tenant: Tenant, columns: Columns = {}): Promise<string> =>
      row('messages', tenant, {
        sender_type: 'debtor',
        subject: `Message ${next()}`,
        content: 'When can I expect the goods?',
        created_at: 'stamp',
        updated_at: 'stamp',
        ...columns,
      }),

    debtorKeys,

    invoice: async (tenant: Tenant, debtor_id: string, columns: Columns = {}): Promise<string> => {
      const debtor = await debtorKeys(tenant, debtor_id)
      return row('invoices', tenant, {
        debtor_id,
        ...debtor,
        invoice_number: `F${next()}`,
        currency_code: 'EUR',
        payment_method: 'bank_transfer',
        invoice_date: '2026-09-01',
        due_date: '2026-10-01',
        total_amount: '121.00',
        open_amount: '121.00',
        book_total_amount: '121.00',
        book_open_amount: '121.00',
        created_at: 'stamp',
        updated_at: 'stamp',
        ...columns,
      })
    },
  }
}

export type Given = ReturnType<typeof givenIn>

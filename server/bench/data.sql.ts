// Rows of the benchmark. Everything in them is invented.

/**
 * Debtors of some administrations, about 1 kB of JSON each, numbered on from one to the next. Moments of change are
 * spread over a year without any order, except those of the newest debtors, which are the latest of all: what an import
 * of new debtors leaves behind.
 */
export const debtors_sql = `
  insert into debtors (
    administration_id, id, debtor_number, debtor_identifier, name, postal_address_street_1, postal_address_street_2,
    postal_address_postal_code, postal_address_city, postal_address_region, postal_address_country_code,
    bank_account_name, bank_account_number, call_phone_number, sms_phone_number, coc_number, vat_number, language_code,
    relation_manager, primary_email_address, invoice_email_address, invoice_cc_email_address,
    invoice_bcc_email_address, reminder_email_address, reminder_cc_email_address, credit_limit_amount, remark,
    paused_at, public_token, created_at, updated_at)
  select administration_id, n, 'D' || lpad(n::text, 7, '0'), md5(n::text),
    'Bakkerij & Café De Gouden Aar ' || n || ' B.V.', 'Voorbeeldstraat ' || n % 400, case when n % 3 = 0 then 'Unit ' || n % 90 end,
    1000 + n % 9000 || ' AB', 'Exampletown aan den Rijn', 'Zuid-Holland', 'NL',
    'Bakkerij De Gouden Aar ' || n, 'NL91ABNA' || lpad(n::text, 10, '0'), '+3110' || lpad(n::text, 7, '0'),
    '+3161' || lpad(n::text, 7, '0'), lpad(n::text, 8, '0'), 'NL' || lpad(n::text, 9, '0') || 'B01', 'nl',
    'M. de Vries', 'administratie' || n || '@example.com', 'facturen' || n || '@example.com',
    'inkoop' || n || '@example.com', case when n % 4 = 0 then 'archief' || n || '@example.com' end,
    'crediteuren' || n || '@example.com', 'directie' || n || '@example.com', n % 500 * 100 + 0.5,
    'Pays late in August.', case when n % 50 = 0 then timestamptz '2026-03-01 08:00:00.123456Z' end,
    md5('public' || n), timestamptz '2025-11-01 00:00Z',
    case when n > $4::bigint then timestamptz '2026-11-01 00:00Z' + n * interval '1 second'
         else timestamptz '2025-11-01 00:00Z' + (hashint8(n) & 2147483647) % 31000000 * interval '1 second'
              + n * interval '1 microsecond'
    end
  from (
    select administration_id, (place - 1) * ($3::bigint - $2::bigint + 1) + m as n
    from unnest($1::bigint[]) with ordinality wanted (administration_id, place)
    cross join generate_series($2::bigint, $3::bigint) m
  ) debtor`

/** Invoices with a payment each, which the ledger knows; the first of each debtor has lines. */
export const invoices_sql = `
  with made as (insert into invoices (
    administration_id, debtor_id, debtor_number, debtor_identifier, invoice_number, invoice_identifier, order_number,
    description, currency_code, payment_method, invoice_date, due_date, total_amount, open_amount, book_total_amount,
    book_open_amount, sent_at, reminder_1_at, latest_reminder_at, created_at, updated_at)
  select d.administration_id, d.id, d.debtor_number, d.debtor_identifier, 'F' || d.id || '-' || n,
    md5('invoice' || d.id || '-' || n), 'SO' || d.id, 'Goods & services of month ' || n, 'EUR', 'bank_transfer',
    date '2026-09-01' + n, date '2026-10-01' + n, 121, 21.5 * n, 121, 21.5 * n,
    timestamptz '2026-09-01 07:00Z' + n * interval '1 day', reminded.at, reminded.at, d.created_at, d.updated_at
  from debtors d cross join generate_series(1, $4::integer) n
  cross join lateral (
    select case when d.id % 3 = 0 then timestamptz '2026-10-08 08:00:00.5Z' + n * interval '1 day' end as at
  ) reminded
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint
  returning *), paid as (
    insert into payments (administration_id, invoice_id, invoice_number, invoice_identifier, total_amount,
      total_book_amount, payment_date, transaction_type, origin_identifier, created_at, updated_at)
    select administration_id, id, invoice_number, invoice_identifier, total_amount - open_amount,
      total_amount - open_amount, due_date, 'payment', 'P' || invoice_number, created_at, updated_at
    from made returning administration_id, invoice_id, id, total_amount, payment_date, created_at
  ), lines as (
    insert into invoice_lines (administration_id, invoice_id, line_order, description, product_unit, product_quantity,
      product_price, vat_rate_code, vat_percentage, vat_amount, total_excl_tax_amount, total_incl_tax_amount)
    select administration_id, id, line, 'Delivery ' || line, 'piece', 1, price, 'H', 21, price * 0.21, price,
      price * 1.21
    from made cross join (values (1, 50), (2, 30), (3, 20)) priced (line, price)
    where invoice_number like '%-1'
  )
  insert into ledger_entries (
    administration_id, invoice_id, kind, transaction_type, amount, book_amount, entry_date, payment_id, created_at)
  select administration_id, id, 'charge', null, total_amount, total_amount, invoice_date, null, created_at from made
  union all
  select administration_id, invoice_id, 'payment', 'payment', - total_amount, - total_amount, payment_date, id,
    created_at
  from paid`

export const vat_rate_sql = `
  insert into vat_rates (administration_id, code, name, rate, created_at, updated_at)
  select unnest($1::bigint[]), 'H', 'High', 21, $2::timestamptz, $2::timestamptz`

export const labels_sql = `
  insert into debtor_labels (administration_id, debtor_id, name)
  select d.administration_id, d.id, l
  from debtors d cross join unnest(array['wholesale', 'north']) l
  where d.administration_id = $1::bigint and d.id between $2::bigint and $3::bigint and d.id % 2 = 0`

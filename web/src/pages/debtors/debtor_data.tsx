import type { Debtor, RecordKey } from '../../api/records.ts'
import { Moment } from '../../parts/moment.tsx'
import { Facts } from '../../parts/records/facts.tsx'
import { PortalLink } from '../../parts/records/portal_link.tsx'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'
import { Behaviour } from './behaviour.tsx'

type Props = { debtor: Debtor; debtor_key: RecordKey }

/** What the books know of a debtor, the page that it sees, and how it pays over time. */
export function DebtorData({ debtor, debtor_key }: Props) {
  const { words, language } = useWords()
  const { postal_address: at } = debtor
  const place = [at.postal_code, at.city].filter(Boolean).join(' ')
  const country = sayCode(at.country_code, 'region', language)
  return (
    <>
      <Facts
        title={words.record_data}
        facts={[
          [words.record_debtor_number, debtor.debtor_number],
          [words.record_identifier, debtor.debtor_identifier],
          [words.record_address, [at.street_1, at.street_2, place, country].filter(Boolean).join(', ')],
          [words.record_language, debtor.language_code && sayCode(debtor.language_code, 'language', language)],
          [words.record_coc_number, debtor.coc_number],
          [words.record_vat_number, debtor.vat_number],
          [words.record_bank_account, debtor.bank_account_number?.replace(/\s/g, '').replace(/(.{4})(?=.)/g, '$1 ')],
          [words.debtor_relation_manager, debtor.relation_manager],
          [words.record_remark, debtor.remark],
          [words.record_updated_at, <Moment key="at" at={debtor.updated_at} />],
        ]}
      />
      <PortalLink record_key={debtor_key} family="debtors" url={debtor.public_url} />
      <Behaviour debtor_key={debtor_key} />
    </>
  )
}

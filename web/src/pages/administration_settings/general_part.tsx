import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { generalQuery } from '../../api/queries.ts'
import { FactList } from '../../parts/records/facts.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { sayCode } from '../../words/formats.ts'
import { useWords } from '../../words/words.tsx'

/** Who writes to debtors and where they pay, as the books say it, and the ways to what is arranged elsewhere. */
export function GeneralPart({ administration_id }: { administration_id: string }) {
  const { words, language } = useWords()
  const { person } = useSignedIn()
  const { data, error, refetch } = useQuery(generalQuery(administration_id))
  const lines = (...parts: (string | null)[]): string => parts.filter((one) => one).join(' ')
  return (
    <>
      <Section title={words.settings_general} sentence={words.settings_general_sentence}>
        <Card>
          {error && !data && <LoadFailed error={error} retry={() => void refetch()} />}
          {!data && !error && <RowsLoading rows={5} />}
          {data && (
            <FactList
              facts={[
                [words.general_name, data.name],
                [
                  words.general_address,
                  [lines(data.street_name, data.house_number), lines(data.postal_code, data.city)]
                    .filter((one) => one !== '')
                    .concat(sayCode(data.country_code, 'region', language))
                    .join(', '),
                ],
                [words.email_address, data.email_address],
                [words.record_phone, data.phone_number],
                [words.general_register, data.commercial_registration_number],
                [words.general_currency, data.currency_code],
                [words.general_timezone, data.timezone],
              ]}
            />
          )}
        </Card>
      </Section>
      <Section title={words.settings_bank} sentence={words.settings_bank_sentence}>
        <Card>
          {data &&
            (data.bank_account_number ? (
              <FactList
                facts={[
                  ['IBAN', data.bank_account_number.replaceAll(/(\w{4})(?=\w)/g, '$1 ')],
                  ['BIC', data.bank_account_bic],
                  [words.general_bank_name, data.bank_account_name || data.name],
                ]}
              />
            ) : (
              <p>{words.general_no_bank}</p>
            ))}
        </Card>
      </Section>
      <Section title={words.settings_elsewhere}>
        <Card>
          <div className="ways">
            <Link className="link" to="/administrations/$administration_id/webhooks" params={{ administration_id }}>
              {words.nav_webhooks}
            </Link>
            {person.company_role === 'administrator' && (
              <>
                <Link className="link" to="/settings/users">
                  {words.nav_users}
                </Link>
                <Link className="link" to="/settings/mail">
                  {words.nav_mail}
                </Link>
                <Link className="link" to="/settings/connections">
                  {words.nav_connections}
                </Link>
              </>
            )}
          </div>
        </Card>
      </Section>
    </>
  )
}

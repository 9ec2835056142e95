import type { CaseDossier } from '../../api/credit_cases.ts'
import { Part, useSaying } from '../../parts/law/calculation.tsx'
import { useLawWords } from '../../parts/law/use_law_words.ts'
import { fill } from '../../words/fill.ts'
import { sayRule } from '../../words/law/say_law.ts'
import { sayType } from '../../words/say_type.ts'
import classes from './credit_case.module.css'

type PostedProps = { dossier: CaseDossier; currency_code: string }

/** What the ledger has of the claim, and where it differs from what is calculated. */
export function Posted({ dossier, currency_code }: PostedProps) {
  const { words, money, day } = useSaying(currency_code)
  const law_words = useLawWords()
  const { parts, settled, settled_total } = dossier
  return (
    <>
      <p className={classes.differs}>{useDifference(dossier, currency_code)}</p>
      {parts.length + settled.length > 0 && (
        <details className={classes.posted}>
          <summary>{words.claim_posted}</summary>
          {parts.map(({ cost_type, lines, total }) => (
            <Part key={cost_type} title={sayType(words, 'cost', cost_type)} total={money(total)}>
              <table
                className={classes.part}
                aria-label={`${words.claim_posted}: ${sayType(words, 'cost', cost_type)}`}
              >
                <tbody>
                  {lines.map((line) => (
                    <tr key={`${line.day} ${line.invoice_number} ${line.amount}`}>
                      <th scope="row">{line.invoice_number}</th>
                      <td>
                        {[day(line.day), line.rule && sayRule(law_words, line.rule).name].filter(Boolean).join(', ')}
                      </td>
                      <td className={classes.amount}>{money(line.amount)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Part>
          ))}
          {settled.length > 0 && (
            <Part title={words.claim_settled} total={money(negated(settled_total))}>
              <table className={classes.part} aria-label={words.claim_settled}>
                <tbody>
                  {settled.map((one) => (
                    <tr key={`${one.day} ${one.invoice_number} ${one.cost_type} ${one.amount}`}>
                      <th scope="row">{one.invoice_number}</th>
                      <td>
                        {[
                          day(one.day),
                          sayType(words, 'transaction', one.transaction_type ?? 'payment'),
                          one.cost_type === 'principal' ? null : sayType(words, 'cost', one.cost_type),
                        ]
                          .filter(Boolean)
                          .join(', ')}
                      </td>
                      <td className={classes.amount}>{money(negated(one.amount))}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </Part>
          )}
        </details>
      )}
    </>
  )
}

/** Says plainly whether everything that is calculated was posted. */
function useDifference({ calculation: { sums } }: CaseDossier, currency_code: string): string {
  const { words, money } = useSaying(currency_code)
  const differs = (['interest', 'costs'] as const).flatMap((kind) => {
    const difference = sums.difference[kind]
    if (Number(difference) === 0) return []
    const more = !difference.startsWith('-')
    return fill(more ? words.claim_posted_more : words.claim_posted_less, {
      what: kind === 'interest' ? words.law_interest : words.law_costs,
      ...{ calculated: money(sums[kind]), posted: money(sums.posted[kind]) },
      difference: money(more ? difference : negated(difference)),
    })
  })
  return differs.length > 0 ? differs.join(' ') : words.claim_posted_all
}

const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)

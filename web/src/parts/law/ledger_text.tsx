import { lazy, Suspense } from 'react'

const RuleName = lazy(async () => ({ default: (await import('./rule_name.tsx')).RuleName }))

/** Charges of the engine carry the code of their rule as their text. */
const rule_code = /^(nl|be|de|fr|uk|eu)\.[a-z0-9_]+$/

/** What the ledger says of an entry: the rule of a charge by its name, and what somebody wrote as it is. */
export const LedgerText = ({ text }: { text: string }) =>
  rule_code.test(text) ? (
    <Suspense fallback=" ">
      <RuleName code={text} />
    </Suspense>
  ) : (
    text
  )

import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../../session/signed_in.ts'
import { useWords } from '../../words/words.tsx'

/** The way to a clock that can be turned, where one is within reach. A sandbox has flows of its own. */
export function TryInSandbox({ administration_id }: { administration_id: string }) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const sandbox = administrations.find((one) => one.sandbox)
  if (!sandbox) return null
  const here = sandbox.id === administration_id
  return (
    <p>
      <Link
        className="link"
        to={here ? '/administrations/$administration_id/sandbox' : '/administrations/$administration_id/flows'}
        params={{ administration_id: sandbox.id }}
      >
        {here ? words.flow_try_here : words.flow_try_sandbox}
      </Link>
      {!here && <span className="hint"> {words.flow_try_sandbox_sentence}</span>}
    </p>
  )
}

import { useParams } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { useSignedIn } from '../session/signed_in.ts'
import { useWords } from '../words/words.tsx'
import classes from './sandbox_stripe.module.css'

/** On every page of a sandbox: nobody may take it for real, nor the other way round. */
export function SandboxStripe() {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const { administration_id } = useParams({ strict: false })
  if (!administrations.some(({ id, sandbox }) => id === administration_id && sandbox)) return null
  return (
    <p className={classes.stripe}>
      <Icon name="sandbox" />
      <span>
        <strong>{words.sandbox_stripe}</strong> {words.sandbox_stripe_sentence}
      </span>
    </p>
  )
}

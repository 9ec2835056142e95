import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { type AgreementScope, agreementsQuery } from '../../api/agreements.ts'
import { useRole } from '../../session/use_role.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { Key } from '../key.tsx'
import { LoadFailed } from '../states.tsx'
import { useKeys } from '../use_keys.ts'
import { PaymentDialog } from './payment_dialog.tsx'
import { PlanForm } from './plan_form.tsx'

type Kind = 'plan' | 'payment'
const kinds: readonly Kind[] = ['plan', 'payment']
const keys: Readonly<Record<Kind, string>> = { plan: 'l', payment: 'b' }

/** Buttons for a payment plan and a payment by hand, for whoever works there; `#plan` and `#payment` open them too. */
export function AgreementButtons({ offer = kinds, ...scope }: AgreementScope & { offer?: readonly Kind[] }) {
  const { words } = useWords()
  const { may_work } = useRole(scope.administration_id)
  const [opened, setOpened] = useState<Kind | null>(null)
  useOpenedByAddress(setOpened)
  useKeys(
    may_work
      ? Object.fromEntries(offer.map((kind) => [keys[kind], [words[`agree_${kind}`], () => setOpened(kind)]]))
      : {},
  )
  if (!may_work) return null
  return (
    <>
      {offer.map((kind) => (
        <Button
          key={kind}
          variant="default"
          aria-keyshortcuts={keys[kind]}
          rightSection={<Key of={keys[kind]} />}
          onClick={() => setOpened(kind)}
        >
          {words[`agree_${kind}`]}
        </Button>
      ))}
      <AgreementDialog kind={opened} scope={scope} onClose={() => setOpened(null)} />
    </>
  )
}

/** The palette leads to a record and what is to be done there; after that the address is the record alone again. */
function useOpenedByAddress(open: (kind: Kind) => void): void {
  const { hash } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const kind = kinds.find((one) => one === hash)
    if (kind === undefined) return
    open(kind)
    void navigate({ to: '.', hash: '', search: true, replace: true })
  }, [hash, navigate, open])
}

type DialogProps = { kind: Kind | null; scope: AgreementScope; onClose: () => void }

function AgreementDialog({ kind, scope, onClose }: DialogProps) {
  const { words } = useWords()
  const { data, error, refetch } = useQuery({ ...agreementsQuery(scope), enabled: kind !== null })
  const title = kind === 'payment' ? words.agree_payment_title : words.agree_plan_title
  return (
    <Modal
      // Not before there is something to answer by Enter.
      opened={kind !== null && (data !== undefined || error !== null)}
      onClose={onClose}
      title={fill(title, { name: data?.debtor_name ?? '' })}
      centered
      size={560}
      closeButtonProps={{ 'aria-label': words.close }}
      attributes={{ header: { role: 'none' } }}
    >
      {error && !data && <LoadFailed error={error} retry={() => void refetch()} />}
      {data && kind === 'plan' && <PlanForm agreements={data} scope={scope} onClose={onClose} />}
      {data && kind === 'payment' && <PaymentDialog agreements={data} scope={scope} onClose={onClose} />}
    </Modal>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { RecordKey, TimelineFamily } from '../../api/records.ts'
import { useAdministration } from '../../session/use_administration.ts'
import { useWords } from '../../words/words.tsx'
import { Confirm } from '../confirm.tsx'
import { CopyField } from '../copy_field.tsx'
import { useNotice } from '../notices.tsx'
import { Card, Section } from '../section.tsx'
import classes from './record.module.css'

type PortalLinkProps = {
  record_key: RecordKey
  family: TimelineFamily | 'payment_plans'
  url: string | null | undefined
}
type Change = 'make' | 'renew' | 'end'

/** The link that the debtor holds, and the ways to end or replace it; each says first what will happen. */
export function PortalLink({ record_key, family, url }: PortalLinkProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [asked, setAsked] = useState<Change | null>(null)
  // The words of a dialogue stay while it fades out.
  const [shown, setShown] = useState<Change>('renew')
  const role = useAdministration(record_key.administration_id)?.role
  const wish = (change: Change): void => {
    setShown(change)
    setAsked(change)
  }
  const change = async (): Promise<void> => {
    await ask('portal_links.change', { ...record_key, family, renew: shown !== 'end' })
    await queries.invalidateQueries({ queryKey: ['records', family, record_key.administration_id, record_key.id] })
    say(words[`portal_link_${shown}_done`])
  }
  return (
    <Section title={words.portal_link} sentence={url ? words.portal_link_sentence : words.portal_link_none}>
      <Card>
        {url && <CopyField label={words.portal_link} value={url} />}
        <div className={`ways ${classes.link_ways}`}>
          {url && (
            <Button variant="default" component="a" href={url} target="_blank" rel="noreferrer">
              {words.portal_link_open}
            </Button>
          )}
          {(role === 'administrator' || role === 'standard') && (
            <>
              <Button variant="default" onClick={() => wish(url ? 'renew' : 'make')}>
                {url ? words.portal_link_renew : words.portal_link_make}
              </Button>
              {url && (
                <Button variant="default" onClick={() => wish('end')}>
                  {words.portal_link_end}
                </Button>
              )}
            </>
          )}
        </div>
        <Confirm
          opened={asked !== null}
          onClose={() => setAsked(null)}
          title={words[`portal_link_${shown}_title`]}
          action={words[`portal_link_${shown}`]}
          grave={shown !== 'make'}
          onConfirm={change}
        >
          <p>{words[`portal_link_${shown}_sentence`]}</p>
        </Confirm>
      </Card>
    </Section>
  )
}

import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import type { Place, TimelineFamily } from '../../api/records.ts'
import { CopyField } from '../../parts/copy_field.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { LoadFailed } from '../../parts/states.tsx'
import { useSignedIn } from '../../shell/signed_in.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './record.module.css'

type PortalLinkProps = { place: Place; family: TimelineFamily; url: string | null | undefined }

/** The link that the debtor holds, and the ways to end or replace it. */
export function PortalLink({ place, family, url }: PortalLinkProps) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const queries = useQueryClient()
  const say = useNotice()
  const role = administrations.find(({ id }) => id === place.administration_id)?.role
  const change = useMutation({
    mutationFn: (renew: boolean) => ask('portal_links.change', { ...place, family, renew }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['records', family, place.administration_id, place.id] })
      say(words.saved)
    },
  })
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
              <Button variant="default" loading={change.isPending} onClick={() => change.mutate(true)}>
                {url ? words.portal_link_renew : words.portal_link_make}
              </Button>
              {url && (
                <Button variant="default" loading={change.isPending} onClick={() => change.mutate(false)}>
                  {words.portal_link_end}
                </Button>
              )}
            </>
          )}
        </div>
        {change.isError && <LoadFailed error={change.error} retry={() => change.reset()} />}
      </Card>
    </Section>
  )
}

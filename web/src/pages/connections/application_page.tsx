import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { lastRead } from '../../api/last_read.ts'
import { applicationQuery, connectionsQuery } from '../../api/queries.ts'
import type { Application } from '../../api/types.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { CopyField } from '../../parts/copy_field.tsx'
import { Moment } from '../../parts/moment.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { SecretOnce } from '../../parts/secret_once.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'
import { ApplicationDangers } from './application_dangers.tsx'
import { ApplicationForm } from './application_form.tsx'
import { ApplicationWebhooks } from './application_webhooks.tsx'
import { ConnectionTable } from './connection_table.tsx'
import classes from './connections.module.css'

const route = getRouteApi('/signed_in/settings/connections/applications/$application_id')

export function ApplicationPage() {
  const { words } = useWords()
  const { application_id } = route.useParams()
  const application = useQuery(applicationQuery(application_id))
  const { data, error } = lastRead(application)
  return (
    <>
      <BackLink>
        <Link to="/settings/connections">{words.connections_applications}</Link>
      </BackLink>
      <PageHeading
        title={application.data?.name ?? words.application}
        sentence={application.data && words[`kind_${application.data.grant_type}`]}
      />
      {application.isPending && <RowsLoading rows={6} />}
      {error && <LoadFailed error={error} retry={() => void application.refetch()} />}
      {data && <Loaded key={data.id} application={data} />}
    </>
  )
}

function Loaded({ application }: { application: Application }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      {secret !== null && (
        <SecretOnce
          sentence={words.secret_sentence}
          label={words.client_secret}
          secret={secret}
          onStored={() => setSecret(null)}
        />
      )}
      <Section title={words.application_facts}>
        <Card>
          <Facts application={application} />
        </Card>
      </Section>
      <WhoConnected application={application} />
      <ApplicationWebhooks application={application} />
      <Section title={words.change}>
        <Card>
          <ApplicationForm
            application={application}
            action={words.save}
            send={({ grant_type: _fixed, ...body }) => ask('applications.update', { id: application.id, ...body })}
            done={async () => {
              await queries.invalidateQueries({ queryKey: ['applications'] })
              say(words.saved)
            }}
          />
        </Card>
      </Section>
      <ApplicationDangers application={application} onNewSecret={setSecret} />
    </>
  )
}

function Facts({ application }: { application: Application }) {
  const { words } = useWords()
  return (
    <div className={classes.facts}>
      <CopyField label={words.client_id} value={application.client_id} />
      {application.authorize_url !== null && (
        <div>
          <CopyField label={words.example_link} value={application.authorize_url} />
          <span className="hint">{words.example_link_sentence}</span>
        </div>
      )}
      <dl className={classes.dates}>
        <div>
          <dt>{words.created}</dt>
          <dd>
            <Moment at={application.created_at} />
          </dd>
        </div>
        <div>
          <dt>{words.last_used}</dt>
          <dd>
            <Moment at={application.last_used_at} />
          </dd>
        </div>
        <div>
          <dt>{words.client_secret_rotated}</dt>
          <dd>
            <Moment at={application.secret_rotated_at} />
          </dd>
        </div>
      </dl>
    </div>
  )
}

function WhoConnected({ application }: { application: Application }) {
  const { words } = useWords()
  const connections = useQuery(connectionsQuery(application.id))
  const hint =
    application.grant_type === 'authorization_code'
      ? words.who_connected_empty_consent
      : words.who_connected_empty_itself
  return (
    <Section title={words.who_connected}>
      <Listing
        query={connections}
        count={connections.data?.length ?? 0}
        expected={2}
        empty={<Empty title={words.who_connected_empty}>{hint}</Empty>}
      >
        <ConnectionTable label={words.who_connected} connections={connections.data ?? []} />
      </Listing>
    </Section>
  )
}

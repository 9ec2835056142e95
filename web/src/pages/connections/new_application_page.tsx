import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import type { WithSecret } from '../../api/types.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { CopyField } from '../../parts/copy_field.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { SecretOnce } from '../../parts/secret_once.tsx'
import { Card } from '../../parts/section.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { ApplicationForm } from './application_form.tsx'

export function NewApplicationPage() {
  const { words } = useWords()
  const queries = useQueryClient()
  const [created, setCreated] = useState<WithSecret | null>(null)
  return (
    <>
      <BackLink>
        <Link to="/settings/connections">{words.connections_applications}</Link>
      </BackLink>
      {created ? (
        <Created application={created} />
      ) : (
        <>
          <PageHeading title={words.applications_new} />
          <Card>
            <ApplicationForm
              application={null}
              action={words.application_create}
              send={(body) => ask('applications.create', body)}
              done={(application) => {
                setCreated(application)
                void queries.invalidateQueries({ queryKey: ['applications'] })
              }}
            >
              <Button variant="default" renderRoot={(props) => <Link to="/settings/connections" {...props} />}>
                {words.cancel}
              </Button>
            </ApplicationForm>
          </Card>
        </>
      )}
    </>
  )
}

function Created({ application }: { application: WithSecret }) {
  const { words } = useWords()
  const navigate = useNavigate()
  return (
    <>
      <PageHeading title={application.name} sentence={fill(words.application_created, { name: application.name })} />
      <SecretOnce
        sentence={words.secret_sentence}
        label={words.client_secret}
        secret={application.client_secret}
        onStored={() =>
          void navigate({
            to: '/settings/connections/applications/$application_id',
            params: { application_id: application.id },
          })
        }
      >
        <CopyField label={words.client_id} value={application.client_id} />
      </SecretOnce>
    </>
  )
}

import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api/client.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { SecretOnce } from '../../parts/secret_once.tsx'
import { Card } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import { ApiTokenForm } from './api_token_form.tsx'

export function NewApiTokenPage() {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [created, setCreated] = useState<{ name: string; token: string } | null>(null)
  return (
    <>
      <BackLink>
        <Link to="/settings/connections" search={{ part: 'api_tokens' }}>
          {words.connections_tokens}
        </Link>
      </BackLink>
      <PageHeading title={created?.name ?? words.tokens_new} />
      {created ? (
        <SecretOnce
          sentence={words.secret_token_sentence}
          label={words.token}
          secret={created.token}
          onStored={() => void navigate({ to: '/settings/connections', search: { part: 'api_tokens' } })}
        />
      ) : (
        <Card>
          <ApiTokenForm
            token={null}
            action={words.token_create}
            send={(body) => ask('api_tokens.create', body)}
            done={({ name, token }) => {
              setCreated({ name, token })
              void queries.invalidateQueries({ queryKey: ['api_tokens'] })
            }}
          >
            <Button
              variant="default"
              renderRoot={(props) => <Link to="/settings/connections" search={{ part: 'api_tokens' }} {...props} />}
            >
              {words.cancel}
            </Button>
          </ApiTokenForm>
        </Card>
      )}
    </>
  )
}

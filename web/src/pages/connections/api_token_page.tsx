import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { api_tokens_query, forget } from '../../api/queries.ts'
import type { ApiToken } from '../../api/types.ts'
import { BackLink } from '../../parts/back_link.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { Card } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { ApiTokenForm } from './api_token_form.tsx'

const route = getRouteApi('/signed_in/settings/connections/api_tokens/$api_token_id')

export function ApiTokenPage() {
  const { words } = useWords()
  const { api_token_id } = route.useParams()
  const tokens = useQuery(api_tokens_query)
  const token = tokens.data?.find(({ id }) => id === api_token_id)
  return (
    <>
      <BackLink>
        <Link to="/settings/connections" search={{ part: 'api_tokens' }}>
          {words.connections_tokens}
        </Link>
      </BackLink>
      <PageHeading title={token?.name ?? words.token} sentence={words.token_secret_note} />
      {tokens.isPending && <RowsLoading />}
      {tokens.isError && <LoadFailed error={tokens.error} retry={() => void tokens.refetch()} />}
      {tokens.isSuccess && !token && <Empty title={words.refused_not_found} />}
      {token && <Loaded key={token.id} token={token} />}
    </>
  )
}

function Loaded({ token }: { token: ApiToken }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const [revoking, revocation] = useDisclosure(false)
  const leave = async (sentence: string): Promise<void> => {
    say(sentence)
    await navigate({ to: '/settings/connections', search: { part: 'api_tokens' }, ignoreBlocker: true })
  }
  return (
    <Card>
      <ApiTokenForm
        token={token}
        action={words.save}
        send={(body) => ask('api_tokens.update', { id: token.id, ...body })}
        done={async () => {
          await queries.invalidateQueries({ queryKey: ['api_tokens'] })
          await leave(words.saved)
        }}
      >
        <Button variant="outline" color="red" onClick={revocation.open}>
          {words.token_revoke}
        </Button>
      </ApiTokenForm>
      <Confirm
        opened={revoking}
        onClose={revocation.close}
        title={fill(words.token_revoke_heading, { name: token.name })}
        action={words.token_revoke}
        onConfirm={async () => {
          await ask('api_tokens.delete', { id: token.id })
          await leave(fill(words.token_revoked, { name: token.name }))
          forget(queries, 'api_tokens', token.id)
        }}
      >
        <p>{words.token_revoke_sentence}</p>
      </Confirm>
    </Card>
  )
}

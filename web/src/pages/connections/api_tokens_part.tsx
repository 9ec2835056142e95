import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api_tokens_query } from '../../api/queries.ts'
import type { ApiToken } from '../../api/types.ts'
import { Moment } from '../../parts/moment.tsx'
import { PermissionSummary } from '../../parts/permission_summary.tsx'
import { Empty } from '../../parts/states.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { Listing } from '../../parts/table/listing.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './connections.module.css'

export function ApiTokensPart() {
  const { words } = useWords()
  const tokens = useQuery(api_tokens_query)
  const create = (
    <Button renderRoot={(props) => <Link to="/settings/connections/api_tokens/new" {...props} />}>
      {words.tokens_new}
    </Button>
  )
  const none = tokens.data?.length === 0
  return (
    <>
      <div className={classes.lead}>
        <p>{words.tokens_sentence}</p>
        {none || create}
      </div>
      <Listing
        query={tokens}
        count={tokens.data?.length ?? 0}
        empty={
          <Empty title={words.tokens_empty} action={create}>
            {words.tokens_empty_sentence}
          </Empty>
        }
      >
        <TokensTable tokens={tokens.data ?? []} />
      </Listing>
    </>
  )
}

function TokensTable({ tokens }: { tokens: ApiToken[] }) {
  const { words } = useWords()
  return (
    <DataTable
      list="api_tokens"
      label={words.connections_tokens}
      rows={tokens}
      columns={[
        {
          id: 'name',
          title: words.token_name,
          sort: ({ name }) => name,
          cell: ({ id, name }) => (
            <Link
              className={classes.name}
              to="/settings/connections/api_tokens/$api_token_id"
              params={{ api_token_id: id }}
            >
              {name}
            </Link>
          ),
        },
        {
          id: 'permissions',
          phone: 'below',
          title: words.permissions,
          cell: ({ permissions }) => <PermissionSummary permissions={permissions} />,
        },
        {
          id: 'administrations',
          title: words.administration,
          cell: ({ all_administrations, administrations }) =>
            all_administrations ? words.all_administrations : administrations.map(({ name }) => name).join(', '),
        },
        {
          id: 'created',
          title: words.created,
          sort: ({ created_at }) => created_at,
          cell: ({ created_at }) => <Moment at={created_at} day />,
        },
        {
          id: 'last_used',
          phone: 'beside',
          title: words.last_used,
          sort: ({ last_used_at }) => last_used_at ?? '',
          cell: ({ last_used_at }) => <Moment at={last_used_at} />,
        },
      ]}
    />
  )
}

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api_tokens_query } from '../../api/queries.ts'
import type { ApiToken } from '../../api/types.ts'
import { DataTable, type Row } from '../../parts/data_table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { PermissionSummary } from '../../parts/permission_summary.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
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
      {tokens.isPending && <RowsLoading />}
      {tokens.isError && <LoadFailed error={tokens.error} retry={() => void tokens.refetch()} />}
      {none && (
        <Empty title={words.tokens_empty} action={create}>
          {words.tokens_empty_sentence}
        </Empty>
      )}
      {tokens.data && !none && <TokensTable tokens={tokens.data} />}
    </>
  )
}

function TokensTable({ tokens }: { tokens: ApiToken[] }) {
  const { words } = useWords()
  const rows = tokens.map(
    (token): Row => ({
      key: token.id,
      cells: [
        <Link
          key="name"
          className={classes.name}
          to="/settings/connections/api_tokens/$api_token_id"
          params={{ api_token_id: token.id }}
        >
          {token.name}
        </Link>,
        <PermissionSummary key="permissions" permissions={token.permissions} />,
        token.all_administrations
          ? words.all_administrations
          : token.administrations.map(({ name }) => name).join(', '),
        <Moment key="created" at={token.created_at} day />,
        <Moment key="used" at={token.last_used_at} />,
      ],
    }),
  )
  return (
    <DataTable
      label={words.connections_tokens}
      columns={[words.token_name, words.permissions, words.administration, words.created, words.last_used]}
      rows={rows}
    />
  )
}

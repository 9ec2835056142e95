import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { connectionsQuery } from '../../api/queries.ts'
import type { Connection } from '../../api/types.ts'
import { AdministrationPicker } from '../../parts/administration_picker.tsx'
import { BackLink } from '../../parts/back_link.tsx'
import { useForm } from '../../parts/form.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { PageHeading } from '../../parts/page_heading.tsx'
import { PermissionGrid } from '../../parts/permission_grid.tsx'
import { Card } from '../../parts/section.tsx'
import { Empty, LoadFailed, RowsLoading } from '../../parts/states.tsx'
import { useSignedIn } from '../../session/signed_in.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/settings/connections/connected/$connection_id')

/** What software that the company let in may do from now on. */
export function ConnectionPage() {
  const { words } = useWords()
  const { connection_id } = route.useParams()
  const { company } = useSignedIn()
  const connections = useQuery(connectionsQuery(null))
  const connection = connections.data?.find(({ id, company_id }) => id === connection_id && company_id === company?.id)
  const application = connection?.application_name ?? words.application
  return (
    <>
      <BackLink>
        <Link to="/settings/connections" search={{ part: 'connected' }}>
          {words.connections_connected}
        </Link>
      </BackLink>
      <PageHeading title={fill(words.connection_heading, { application })} sentence={words.connection_sentence} />
      {connections.isPending && <RowsLoading />}
      {connections.isError && <LoadFailed error={connections.error} retry={() => void connections.refetch()} />}
      {connections.isSuccess && !connection && <Empty title={words.connection_gone} />}
      {connection?.application_grant_type === 'client_credentials' && <ByItself connection={connection} />}
      {connection?.application_grant_type === 'authorization_code' && (
        <ConnectionForm key={connection.id} connection={connection} />
      )}
    </>
  )
}

/** What nobody consented to is not changed here, but where it was made. */
function ByItself({ connection: { application_id } }: { connection: Connection }) {
  const { words } = useWords()
  const change = (
    <Button
      renderRoot={(props) => (
        <Link to="/settings/connections/applications/$application_id" params={{ application_id }} {...props} />
      )}
    >
      {words.connection_by_itself_change}
    </Button>
  )
  return (
    <Empty title={words.connection_by_itself} action={change}>
      {words.connection_by_itself_sentence}
    </Empty>
  )
}

function ConnectionForm({ connection }: { connection: Connection }) {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const form = useConnectionForm(connection)
  return (
    <Card>
      <FormSheet form={form} guarded>
        <PermissionGrid
          label={words.connection_permissions}
          offered={[...new Set([...connection.possible_permissions, ...connection.permissions])]}
          chosen={form.values.permissions}
          onChange={(permissions) => form.set('permissions', permissions)}
          problem={form.problem('permissions')}
        />
        <AdministrationPicker
          label={words.consent_administrations}
          administrations={administrations}
          may_grant_all
          reach={form.values.administration_ids}
          onChange={(reach) => form.set('administration_ids', reach)}
          problem={form.problem('administration_ids')}
        />
        <div className="ways">
          <Button type="submit" loading={form.busy}>
            {words.save}
          </Button>
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/settings/connections" search={{ part: 'connected' }} {...props} />}
          >
            {words.cancel}
          </Button>
        </div>
      </FormSheet>
    </Card>
  )
}

/** Saves what a connection may do, and goes back to the list. */
function useConnectionForm(connection: Connection) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  return useForm({
    initial: {
      permissions: connection.permissions,
      administration_ids: {
        all: connection.all_administrations,
        ids: connection.administrations.map(({ id }) => id),
      },
    },
    check: ({ permissions, administration_ids: { all, ids } }) => ({
      permissions: permissions.length === 0 ? words.problem_choose_permissions : null,
      administration_ids: all || ids.length > 0 ? null : words.problem_choose_administrations,
    }),
    send: ({ permissions, administration_ids: { all, ids } }) =>
      ask('connections.update', {
        id: connection.id,
        permissions,
        all_administrations: all,
        administration_ids: all ? [] : ids,
      }),
    done: async () => {
      await queries.invalidateQueries({ queryKey: ['connections'] })
      say(words.saved)
      await navigate({ to: '/settings/connections', search: { part: 'connected' } })
    },
  })
}

import { Tabs } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeading } from '../../parts/page_heading.tsx'
import { useWords } from '../../words/words.tsx'
import { ApiTokensPart } from './api_tokens_part.tsx'
import { ApplicationsPart } from './applications_part.tsx'
import { ConnectedPart } from './connected_part.tsx'
import classes from './connections.module.css'

const route = getRouteApi('/signed_in/settings/connections')

/** All software that works with the company's data. */
export function ConnectionsPage() {
  const { words } = useWords()
  const { part = 'applications' } = route.useSearch()
  const navigate = route.useNavigate()
  const open = (value: string | null): void =>
    void navigate({ search: value === 'applications' || value === null ? {} : { part: value }, replace: true })
  return (
    <>
      <PageHeading title={words.nav_connections} sentence={words.connections_sentence} />
      <Tabs value={part} onChange={open} keepMounted={false}>
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="applications">{words.connections_applications}</Tabs.Tab>
          <Tabs.Tab value="connected">{words.connections_connected}</Tabs.Tab>
          <Tabs.Tab value="api_tokens">{words.connections_tokens}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="applications">
          <ApplicationsPart />
        </Tabs.Panel>
        <Tabs.Panel value="connected">
          <ConnectedPart />
        </Tabs.Panel>
        <Tabs.Panel value="api_tokens">
          <ApiTokensPart />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

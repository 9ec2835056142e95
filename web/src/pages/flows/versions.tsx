import { Button } from '@mantine/core'
import { type Flow, flowIn, type ShownFlow } from '../../api/flows.ts'
import { Moment } from '../../parts/moment.tsx'
import { Section } from '../../parts/section.tsx'
import { DataTable } from '../../parts/table/data_table.tsx'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type VersionsProps = { shown: ShownFlow; onTake: (flow: Flow) => void }

/** What was in force before, by whom and since when; each can be taken up again as a draft. */
export function Versions({ shown, onTake }: VersionsProps) {
  const { words } = useWords()
  const rows = shown.versions
    .filter(({ state }) => state !== 'draft')
    .map((version) => ({ ...version, id: String(version.version) }))
  if (rows.length === 0) return null
  const again = (version: (typeof rows)[number]) =>
    version.state === 'retired' && (
      <Button size="compact-sm" variant="default" onClick={() => onTake(flowIn(version.definition))}>
        {words.flow_take_again}
      </Button>
    )
  return (
    <Section title={words.flow_versions}>
      <DataTable
        label={words.flow_versions}
        rows={rows}
        actions={shown.may_change ? again : undefined}
        columns={[
          {
            id: 'version',
            title: words.flow_version,
            cell: ({ version, state }) =>
              state === 'published'
                ? fill(words.flow_version_in_force, { version })
                : fill(words.flows_version, { version }),
          },
          { id: 'at', title: words.flow_published_at, cell: ({ published_at }) => <Moment at={published_at} /> },
          {
            id: 'by',
            title: words.flow_published_by,
            cell: ({ published_by }) => published_by ?? words.flow_by_service,
          },
        ]}
      />
    </Section>
  )
}

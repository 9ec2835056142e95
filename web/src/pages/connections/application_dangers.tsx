import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ask } from '../../api/client.ts'
import { forget } from '../../api/queries.ts'
import type { Application } from '../../api/types.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { useNotice } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { counted, fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'

type ApplicationDangersProps = { application: Application; onNewSecret: (secret: string) => void }

/** What breaks something for whoever uses the application: each asks once more. */
export function ApplicationDangers({ application, onNewSecret }: ApplicationDangersProps) {
  const { words } = useWords()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const say = useNotice()
  const [rotating, rotation] = useDisclosure(false)
  const [deleting, deletion] = useDisclosure(false)
  const { id, name } = application
  const rotate = async (): Promise<void> => {
    const { client_secret } = await ask('applications.rotate_secret', { id })
    onNewSecret(client_secret)
    void queries.invalidateQueries({ queryKey: ['applications'] })
  }
  const remove = async (): Promise<void> => {
    await ask('applications.delete', { id })
    say(fill(words.application_deleted, { name }))
    await navigate({ to: '/settings/connections', ignoreBlocker: true })
    forget(queries, 'applications', id)
    await queries.invalidateQueries({ queryKey: ['connections'] })
  }
  return (
    <Section title={words.danger_heading}>
      <div className="ways">
        <Button variant="default" onClick={rotation.open}>
          {words.rotate}
        </Button>
        <Button variant="outline" color="red" onClick={deletion.open}>
          {words.remove_application}
        </Button>
      </div>
      <Confirm
        opened={rotating}
        onClose={rotation.close}
        title={fill(words.rotate_heading, { name })}
        action={words.rotate_action}
        onConfirm={rotate}
        leads_on
      >
        <p>{words.rotate_sentence}</p>
      </Confirm>
      <Confirm
        opened={deleting}
        onClose={deletion.close}
        title={fill(words.remove_application_heading, { name })}
        action={words.remove_application}
        onConfirm={remove}
      >
        {application.connections > 0 && (
          <p>
            {counted(application.connections, words.remove_application_sentence_one, words.remove_application_sentence)}
          </p>
        )}
        <p>{words.remove_application_final}</p>
      </Confirm>
    </Section>
  )
}

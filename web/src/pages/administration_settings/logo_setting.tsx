import { Button, FileButton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { ConsoleError } from '../../api/console_error.ts'
import { logoQuery } from '../../api/queries.ts'
import { useNotice } from '../../parts/notices.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import classes from './settings.module.css'

/** The logo above what debtors see. */
export function LogoSetting({ administration_id, may_change }: { administration_id: string; may_change: boolean }) {
  const { words } = useWords()
  const queries = useQueryClient()
  const say = useNotice()
  const logo = useQuery(logoQuery(administration_id))
  const change = async (work: Promise<object>): Promise<void> => {
    try {
      await work
      say(words.saved)
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      say(words.logo_refused)
    }
    await queries.invalidateQueries({ queryKey: logoQuery(administration_id).queryKey })
  }
  const put = (file: File | null): void => {
    if (file) void change(ask('administration_logo_verbs.change', { administration_id, logo: file }))
  }
  return (
    <Section title={words.logo} sentence={words.logo_sentence}>
      <Card>
        {logo.data?.url && <img className={classes.logo} src={logo.data.url} alt={words.logo} />}
        {may_change && (
          <div className="ways">
            <FileButton onChange={put} accept="image/png,image/jpeg,image/webp">
              {(props) => (
                <Button {...props} variant="default">
                  {words.logo_choose}
                </Button>
              )}
            </FileButton>
            {logo.data?.url && (
              <Button
                variant="default"
                onClick={() => void change(ask('administration_logo_verbs.remove', { administration_id }))}
              >
                {words.logo_remove}
              </Button>
            )}
          </div>
        )}
      </Card>
    </Section>
  )
}

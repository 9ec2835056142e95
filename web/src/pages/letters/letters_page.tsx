import { Button, NativeSelect } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import type { LetterShow, LetterStep } from '../../api/outbox.ts'
import { PageHeading } from '../../parts/page_heading.tsx'
import { LetterTable } from '../../parts/records/letter_table.tsx'
import record from '../../parts/records/record.module.css'
import { ToPrint } from '../../parts/records/to_print.tsx'
import { WithinReach } from '../../parts/records/within_reach.tsx'
import { sayType } from '../../words/say_type.ts'
import { useWords } from '../../words/words.tsx'

const route = getRouteApi('/signed_in/administrations/$administration_id/letters')

const shows = ['all', 'sent', 'unsent', 'to_print', 'not_arrived'] as const satisfies LetterShow[]
const steps = [
  ...(['invoice', 'pre_reminder', 'reminder_1', 'reminder_2', 'reminder_3', 'reminder_4'] as const),
  ...(['end_of_service_announcement', 'end_of_service', 'final_reminder', 'summons', 'summons_reminder'] as const),
  ...(['second_summons', 'second_summons_reminder', 'notice_of_default', 'prejudiciary', 'statement'] as const),
] satisfies LetterStep[]

/** What went out to debtors. */
export function LettersPage() {
  const { administration_id } = route.useParams()
  const { words } = useWords()
  const { show, step, debtor_id } = useChoice()
  return (
    <WithinReach administration_id={administration_id}>
      <PageHeading
        title={words.nav_letters}
        sentence={words.letters_sentence}
        action={
          <Button
            variant="default"
            renderRoot={(props) => (
              <Link to="/administrations/$administration_id/letter_texts" params={{ administration_id }} {...props} />
            )}
          >
            {words.letters_texts}
          </Button>
        }
      />
      <ToPrint administration_id={administration_id} only_work={show !== 'to_print'} />
      <Filters />
      <LetterTable
        key={`${show} ${step} ${debtor_id}`}
        administration_id={administration_id}
        filter={{ show, ...(step ? { step } : {}), ...(debtor_id ? { debtor_id } : {}) }}
      />
    </WithinReach>
  )
}

/** What the address asks for; what it does not know is left at everything. */
function useChoice(): { show: LetterShow; step: LetterStep | undefined; debtor_id: string | undefined } {
  const search = route.useSearch()
  return {
    show: shows.find((one) => one === search.show) ?? 'all',
    step: steps.find((one) => one === search.step),
    debtor_id: /^\d{1,18}$/.test(search.debtor ?? '') ? search.debtor : undefined,
  }
}

function Filters() {
  const { words } = useWords()
  const { show, step = '', debtor_id } = useChoice()
  const navigate = route.useNavigate()
  const go = (wanted: { show: string; step: string }): void =>
    void navigate({
      search: {
        ...(wanted.show === 'all' ? {} : { show: wanted.show }),
        ...(wanted.step === '' ? {} : { step: wanted.step }),
        ...(debtor_id ? { debtor: debtor_id } : {}),
      },
      replace: true,
    })
  return (
    <search className={record.filters}>
      <NativeSelect
        label={words.list_show}
        value={show}
        data={shows.map((one) => ({ value: one, label: words[`letters_show_${one}`] }))}
        onChange={({ currentTarget: { value } }) => go({ show: value, step })}
      />
      <NativeSelect
        label={words.letters_step}
        value={step}
        data={[
          { value: '', label: words.letters_every_step },
          ...steps.map((one) => ({ value: one, label: sayType(words, 'step', one) })),
        ]}
        onChange={({ currentTarget: { value } }) => go({ show, step: value })}
      />
      {debtor_id && (
        <Button variant="default" onClick={() => void navigate({ search: {}, replace: true })}>
          {words.letters_of_all}
        </Button>
      )}
    </search>
  )
}

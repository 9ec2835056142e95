import { TextInput } from '@mantine/core'
import type { General } from '../../api/types.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Note } from '../../parts/note.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.tsx'
import { SaveWay } from './save_way.tsx'
import classes from './settings.module.css'
import { useGeneralForm } from './use_general_form.ts'

const facts = ['bank_account_number', 'bank_account_bic', 'bank_account_name'] as const

/** Where debtors pay. All of it is right, or nothing is kept. */
export function BankForm({ administration_id, data }: { administration_id: string; data: General }) {
  const { words } = useWords()
  const form = useGeneralForm(administration_id, data, facts, spaced)
  const common = { disabled: !data.may_change, autoComplete: 'off', spellCheck: false, className: classes.short }
  return (
    <Section title={words.settings_bank} sentence={words.settings_bank_sentence}>
      <Card>
        <FormSheet form={form} label={words.settings_bank}>
          {!data.bank_account_number && (
            <Note>
              <p>{words.general_no_bank}</p>
            </Note>
          )}
          <TextInput
            {...{ ...form.text('bank_account_number'), ...common, label: 'IBAN' }}
            description={words.general_iban_hint}
            placeholder="NL91 ABNA 0417 1643 00"
          />
          <TextInput
            {...{ ...form.text('bank_account_bic'), ...common, label: 'BIC' }}
            description={words.general_bic_hint}
          />
          <TextInput
            {...{ ...form.text('bank_account_name'), ...common, label: words.general_bank_name }}
            description={words.general_bank_name_hint}
          />
          <SaveWay may_change={data.may_change} form={form} />
        </FormSheet>
      </Card>
    </Section>
  )
}

/** People read account numbers in fours. */
const spaced = (data: General): General => ({
  ...data,
  bank_account_number: data.bank_account_number?.replaceAll(/(\w{4})(?=\w)/g, '$1 ') ?? null,
})

import { Select, TextInput } from '@mantine/core'
import type { General } from '../../api/types.ts'
import { FormSheet } from '../../parts/form_sheet.tsx'
import { Card, Section } from '../../parts/section.tsx'
import { countries } from '../../words/countries.ts'
import { fill } from '../../words/fill.ts'
import { useWords } from '../../words/words.tsx'
import { SaveWay } from './save_way.tsx'
import classes from './settings.module.css'
import { type GeneralFact, useGeneralForm } from './use_general_form.ts'

const facts = [
  ...(['name', 'internal_name', 'contact_name', 'email_address', 'phone_number'] as const),
  ...(['street_name', 'house_number', 'postal_code', 'city', 'country_code'] as const),
  ...(['commercial_registration_number', 'vat_number', 'timezone'] as const),
] satisfies GeneralFact[]

type Fact = (typeof facts)[number]

/** Who an administration is: what debtors read in letters and in the portal, and whose law and clock hold. */
export function GeneralForm({ administration_id, data }: { administration_id: string; data: General }) {
  const { words, language } = useWords()
  const form = useGeneralForm(administration_id, data, facts)
  const disabled = !data.may_change
  const text = (name: Fact) => ({
    ...{ ...form.text(name), disabled, label: words[`general_${name}`], autoComplete: 'off' },
  })
  const hinted = (name: Fact, description: string) => ({ ...text(name), description })
  const choice = (name: 'country_code' | 'timezone', description: string) => ({
    ...{ label: words[`general_${name}`], description, disabled, value: form.values[name], name },
    ...{ onChange: (value: string | null) => value && form.set(name, value), error: form.problem(name) },
    ...{ nothingFoundMessage: words.nothing_found, allowDeselect: false, searchable: true },
  })
  return (
    <Section title={words.settings_general} sentence={words.settings_general_sentence}>
      <Card>
        <FormSheet form={form} label={words.settings_general}>
          <div className="pair">
            <TextInput {...hinted('name', words.general_name_hint)} />
            <TextInput {...hinted('internal_name', words.general_internal_name_hint)} />
          </div>
          <div className={`pair ${classes.reach}`}>
            <TextInput {...text('contact_name')} />
            <TextInput {...text('email_address')} type="email" autoCapitalize="none" spellCheck={false} />
            <TextInput {...text('phone_number')} type="tel" />
          </div>
          <div className={`pair ${classes.address}`}>
            <TextInput {...text('street_name')} />
            <TextInput {...text('house_number')} />
            <TextInput {...text('postal_code')} />
            <TextInput {...text('city')} />
          </div>
          <div className="pair">
            <Select {...choice('country_code', words.general_country_code_hint)} data={countries(language)} />
            <Select {...choice('timezone', words.general_timezone_hint)} data={timezones(data.timezone)} />
          </div>
          <div className="pair">
            <TextInput {...text('commercial_registration_number')} />
            <TextInput {...text('vat_number')} />
          </div>
          <p className="hint">{fill(words.general_currency_stays, { currency: data.currency_code })}</p>
          <SaveWay may_change={data.may_change} form={form} />
        </FormSheet>
      </Card>
    </Section>
  )
}

/** The zones that the browser knows, and the one that is chosen although it may have another name there. */
const timezones = (own: string): string[] => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', own])].sort()

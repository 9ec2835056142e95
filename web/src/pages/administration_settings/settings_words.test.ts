import assert from 'node:assert/strict'
import { test } from 'node:test'
import { administration_settings, setting_names } from '../../../../server/src/settings/administration_settings.ts'
import { module_names } from '../../../../server/src/settings/general.ts'
import { controlOf, setting_groups } from '../../../../server/src/settings/setting.ts'
import { language_names } from '../../words/languages.ts'
import { loadWords } from '../dictionary.ts'
import { changesOf, formValueOf } from './setting_values.ts'

const dictionary = { en: await loadWords('en'), nl: await loadWords('nl') }

for (const language of language_names) {
  test(`every setting, group and choice has words in ${language}`, () => {
    const keys = setting_names.flatMap((name) => {
      const { options } = controlOf(administration_settings[name])
      return [`setting_${name}`, `setting_${name}_hint`, ...options.map((option) => `setting_${name}_${option}`)]
    })
    const groups = setting_groups.flatMap((group) => [`settings_${group}`, `settings_${group}_sentence`])
    const of_modules = module_names.flatMap((name) => [`module_${name}`, `module_${name}_hint`])
    const speechless = [...keys, ...groups, ...of_modules].filter((key) => !Object.hasOwn(dictionary[language], key))
    assert.deepEqual(speechless, [])
  })
}

test('only what was touched is sent, as the service takes it, and an empty text takes a choice back', () => {
  const settings = [
    { name: 'engine_enabled', kind: 'switch', may_change: true },
    { name: 'letters_per_day', kind: 'integer', may_change: true },
    { name: 'minimum_amount', kind: 'amount', may_change: true },
    { name: 'own_holidays', kind: 'days', may_change: true },
    { name: 'sending_days', kind: 'choices', may_change: true },
    { name: 'sender_email_address', kind: 'email_address', may_change: true },
    { name: 'sending_starts_at', kind: 'time', may_change: false },
  ] as const
  const values: Record<string, unknown> = {
    engine_enabled: false,
    letters_per_day: 250,
    minimum_amount: '0.00',
    own_holidays: ['2026-12-24'],
    sending_days: ['monday'],
    sender_email_address: null,
    sending_starts_at: '09:00',
  }
  const before = Object.fromEntries(settings.map((one) => [one.name, formValueOf(one, values[one.name])]))
  assert.deepEqual(changesOf(settings, before, before, 'en'), {})
  const typed = {
    ...before,
    engine_enabled: true,
    letters_per_day: ' ',
    minimum_amount: '12,50',
    own_holidays: '2026-12-24\n\n 2026-12-31 ',
    sending_days: ['monday', 'friday'],
    sending_starts_at: '08:00',
  }
  assert.deepEqual(changesOf(settings, before, typed, 'en'), {
    engine_enabled: true,
    letters_per_day: null,
    minimum_amount: '12.50',
    own_holidays: ['2026-12-24', '2026-12-31'],
    sending_days: ['monday', 'friday'],
  })
})

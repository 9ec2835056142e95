import { type Actions, call } from '../api/actions.ts'
import { boolean, dateTime, integer, listOf, oneOf, text } from '../api/field.ts'
import { letter_steps } from '../letters/rendering/facts.ts'
import { block_names, variables } from '../letters/rendering/variables.ts'
import { countingText, houseText, ownTexts, saveText, takeBackText, textVersions } from '../letters/texts/own_texts.ts'
import { letter_languages } from '../settings/administration_settings.ts'
import { auditChange } from './audit_change.ts'

export const text_key = {
  step: oneOf(letter_steps, 'Step that it is the text of.').required(),
  language_code: oneOf(letter_languages, 'Language.').required(),
}
export const text_edited = {
  subject: text('Subject, in liquid.').required(),
  body: text('Body, in liquid.').required(),
}

/** The texts of letters: which there are, what they say, and how they look with a real invoice. */
export const letter_text_calls: Actions = {
  list: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letter_texts',
    reach: 'member',
    description: 'Lists every text, which of them the administration wrote itself, and what a text can name.',
    body: {},
    answer: {
      texts: listOf(
        {
          ...text_key,
          title: text('Heading of the paper.').required(),
          version: integer('Version of the administration; 0 where there never was one.').required(),
          own: boolean('Whether the administration wrote it; otherwise the text of the house counts.').required(),
        },
        'Texts, by step and language.',
      ).required(),
      variables: listOf(
        {
          name: text('Name.').required(),
          description: text('What it stands for.').required(),
          block: boolean('Whether it stands on a line of its own.').required(),
        },
        'What a text can name.',
      ).required(),
    },
    run: async ({ db, administration_id }) => {
      const own = await ownTexts(db, administration_id)
      const texts = letter_steps.flatMap((step) =>
        letter_languages.map((language_code) => {
          const found = own.find((one) => one.step === step && one.language_code === language_code)
          const { title } = houseText({ step, language: language_code })
          return { step, language_code, title, version: found?.version ?? 0, own: found?.own ?? false }
        }),
      )
      const named = Object.entries(variables).map(([name, { description }]) => ({
        ...{ name, description, block: (block_names as readonly string[]).includes(name) },
      }))
      return { texts, variables: named }
    },
  }),

  show: call({
    method: 'GET',
    path: '/console/administrations/{administration_id}/letter_texts/one',
    reach: 'member',
    description: 'Shows a text as it counts now, that of the house, and its versions.',
    body: text_key,
    answer: {
      ...text_key,
      ...text_edited,
      title: text('Heading of the paper.').required(),
      version: integer('Version of the administration; 0 where there never was one.').required(),
      own: boolean('Whether the administration wrote it.').required(),
      house_subject: text('Subject of the house.').required(),
      house_body: text('Body of the house.').required(),
      versions: listOf(
        {
          ...text_edited,
          version: integer('Version.').required(),
          house: boolean('Whether the text of the house was taken back with it.').required(),
          created_at: dateTime('Since when.').required(),
          written_by: text('By whom.'),
        },
        'Versions, the newest first.',
      ).required(),
    },
    run: async ({ db, administration_id }, { step, language_code }) => {
      const wanted = { step, language: language_code }
      const { text: now, version, own } = await countingText(db, administration_id, wanted)
      const house = houseText(wanted)
      const versions = await textVersions(db, administration_id, wanted)
      const of_house = { house_subject: house.subject, house_body: house.body }
      return { step, language_code, ...now, version, own, ...of_house, versions }
    },
  }),
}

/** What administrators do with texts. */
export const letter_text_verbs: Actions = {
  save: call({
    method: 'POST',
    path: '/console/letter_texts/save',
    reach: 'administration',
    description: 'Makes a text count for letters from now on, as a new version.',
    body: { ...text_key, ...text_edited },
    answer: { version: integer('Its version.').required() },
    run: async (context, { step, language_code, subject, body }) => {
      const version = await saveText(context, { step, language: language_code }, { subject, body })
      await auditChange(context, 'letter_text_saved', { step, language_code, version: String(version) })
      return { version }
    },
  }),
  take_back: call({
    method: 'POST',
    path: '/console/letter_texts/take_back',
    reach: 'administration',
    description: 'Has the text of the house count again; the own one stays among the versions.',
    body: text_key,
    answer: { version: integer('The version from which it counts.').required() },
    run: async (context, { step, language_code }) => {
      const version = await takeBackText(context, { step, language: language_code })
      await auditChange(context, 'letter_text_taken_back', { step, language_code, version: String(version) })
      return { version }
    },
  }),
}

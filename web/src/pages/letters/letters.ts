import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const letters = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/letters',
  validateSearch: searchTexts('show', 'step', 'debtor', 'order', 'text', 'record', 'view'),
  component: lazyPage(() => import('./letters_page.tsx'), 'LettersPage'),
})

const letter = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/letters/$record_id',
  validateSearch: searchTexts('tab'),
  component: lazyPage(() => import('./letter_page.tsx'), 'LetterPage'),
})

const letter_texts = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/letter_texts',
  component: lazyPage(() => import('./letter_texts_page.tsx'), 'LetterTextsPage'),
})

const letter_text = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/letter_texts/$step',
  validateSearch: searchTexts('language'),
  component: lazyPage(() => import('./letter_text_page.tsx'), 'LetterTextPage'),
})

export const letter_pages = definePage({
  routes: [letters, letter, letter_texts, letter_text],
  navigation: {
    group: 'rules',
    to: '/administrations/$administration_id/letters',
    icon: 'letters',
    word: 'nav_letters',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

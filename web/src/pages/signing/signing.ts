import { createRoute } from '@tanstack/react-router'
import { root } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const sign_in = createRoute({
  getParentRoute: () => root,
  path: '/sign_in',
  validateSearch: searchTexts('to', 'ended'),
  component: lazyPage(() => import('./sign_in_page.tsx'), 'SignInPage'),
})

const forgotten_password = createRoute({
  getParentRoute: () => root,
  path: '/forgotten_password',
  component: lazyPage(() => import('./forgotten_password_page.tsx'), 'ForgottenPasswordPage'),
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/link',
  component: lazyPage(() => import('./link_page.tsx'), 'LinkPage'),
})

export const signing_pages = definePage({
  open_routes: [sign_in, forgotten_password, link],
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

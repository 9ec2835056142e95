import { createRoute } from '@tanstack/react-router'
import { settings } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  component: lazyPage(() => import('./users_page.tsx'), 'UsersPage'),
})

const new_user = createRoute({
  getParentRoute: () => settings,
  path: '/users/new',
  validateSearch: searchTexts('email_address'),
  component: lazyPage(() => import('./new_user_page.tsx'), 'NewUserPage'),
})

const user = createRoute({
  getParentRoute: () => settings,
  path: '/users/$user_id',
  component: lazyPage(() => import('./user_page.tsx'), 'UserPage'),
})

export const user_pages = definePage({
  settings_routes: [users, new_user, user],
  navigation: {
    group: 'settings',
    to: '/settings/users',
    icon: 'users',
    word: 'nav_users',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

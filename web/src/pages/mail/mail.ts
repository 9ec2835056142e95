import { createRoute } from '@tanstack/react-router'
import { settings } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'

const mails = createRoute({
  getParentRoute: () => settings,
  path: '/mail',
  component: lazyPage(() => import('./mail_page.tsx'), 'MailPage'),
})

const mail = createRoute({
  getParentRoute: () => settings,
  path: '/mail/$mail_id',
  component: lazyPage(() => import('./one_mail_page.tsx'), 'OneMailPage'),
})

export const mail_pages = definePage({
  settings_routes: [mails, mail],
  navigation: {
    group: 'settings',
    to: '/settings/mail',
    icon: 'mail',
    word: 'nav_mail',
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

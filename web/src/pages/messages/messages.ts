import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { en } from './words/en.ts'
import { nl } from './words/nl.ts'

const messages = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages',
  component: lazyPage(() => import('./messages_page.tsx'), 'MessagesPage'),
})

const message = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages/$record_id',
  component: lazyPage(() => import('./message_page.tsx'), 'MessagePage'),
})

export const message_pages = definePage({
  routes: [messages, message],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id/messages',
    icon: 'messages',
    word: 'nav_messages',
    waits: { count: 'unread_messages', one: 'nav_waiting_messages_one', others: 'nav_waiting_messages' },
  },
  words: { en, nl },
})

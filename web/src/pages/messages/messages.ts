import { createRoute, redirect } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const inbox = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/inbox',
  validateSearch: searchTexts('tab', 'conversation', 'message', 'text'),
  component: lazyPage(() => import('./inbox_page.tsx'), 'InboxPage'),
})

// Where the inbox was before it had conversations.
const messages = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/administrations/$administration_id/inbox', params, replace: true })
  },
})

const message = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/messages/$record_id',
  component: lazyPage(() => import('./message_page.tsx'), 'MessagePage'),
})

const reply_texts = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/reply_texts',
  validateSearch: searchTexts('text', 'language'),
  component: lazyPage(() => import('./reply_texts_page.tsx'), 'ReplyTextsPage'),
})

export const message_pages = definePage({
  routes: [inbox, messages, message, reply_texts],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id/inbox',
    icon: 'messages',
    word: 'nav_messages',
    waits: { count: 'open_conversations', one: 'nav_waiting_messages_one', others: 'nav_waiting_messages' },
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

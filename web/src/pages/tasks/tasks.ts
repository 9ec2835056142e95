import { createRoute } from '@tanstack/react-router'
import { signed_in } from '../../routes/base.ts'
import { lazyPage } from '../../routes/lazy_page.ts'
import { definePage } from '../../routes/page_module.ts'
import { searchTexts } from '../../routes/search_texts.ts'

const tasks = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/tasks',
  validateSearch: searchTexts('show', 'whose', 'assigned_to', 'order', 'marks', 'text', 'view', 'record'),
  component: lazyPage(() => import('./tasks_page.tsx'), 'TasksPage'),
})

const task = createRoute({
  getParentRoute: () => signed_in,
  path: '/administrations/$administration_id/tasks/$record_id',
  component: lazyPage(() => import('./task_page.tsx'), 'TaskPage'),
})

export const task_pages = definePage({
  routes: [tasks, task],
  navigation: {
    group: 'work',
    to: '/administrations/$administration_id/tasks',
    icon: 'tasks',
    word: 'nav_tasks',
    waits: { count: 'due_tasks', one: 'nav_waiting_tasks_one', others: 'nav_waiting_tasks' },
  },
  words: { en: () => import('./words/en.ts'), nl: () => import('./words/nl.ts') },
})

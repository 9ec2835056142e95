/** Every event there is, with the moment at which it fires. */
export const events = {
  todo_list_item_updated: 'A task changed: it was completed, opened again, or got a comment.',
} as const

export type EventName = keyof typeof events

/** Every event there is, with the moment at which it fires. */
export const events = {
  company_updated: 'The account of a company changed, for instance because its user confirmed it.',
  todo_list_item_updated: 'A task changed: it was completed, opened again, or got a comment.',
} as const

export type EventName = keyof typeof events

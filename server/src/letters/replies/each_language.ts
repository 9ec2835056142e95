/** What debtors are answered most often. */
export const house_codes = ['copy_of_invoice', 'looking_into_it', 'payment_received', 'payment_terms'] as const
export type HouseCode = (typeof house_codes)[number]

/** A text to answer with, in liquid. */
export type ReplyText = { subject: string; body: string }
export type HouseReplies = Readonly<Record<HouseCode, ReplyText>>

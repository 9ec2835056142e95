/** The only reader of time. Everything else is given a moment. */
export const clock = {
  now: (): Date => new Date(),
}

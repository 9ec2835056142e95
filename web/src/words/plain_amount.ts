/** An amount as somebody wrote it, for the service: people write a comma or a point before cents. */
export const plainAmount = (amount: string): string =>
  amount
    .trim()
    .replace(/\s/g, '')
    .replace(/,(\d{1,2})$/, '.$1')

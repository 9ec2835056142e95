/** The key of a button, for eyes alone: `aria-keyshortcuts` tells it to others, and the name of the button stays its own. */
export const Key = ({ of }: { of: string }) => (
  <span aria-hidden="true">
    <kbd>{of.toUpperCase()}</kbd>
  </span>
)

/** The key of a button, for eyes alone: `aria-keyshortcuts` gives it to others, and the button keeps its own name. */
export const Key = ({ of }: { of: string }) => (
  <span aria-hidden="true">
    <kbd>{of.toUpperCase()}</kbd>
  </span>
)

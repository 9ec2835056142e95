/** A dunlin at the water's edge: chestnut back, dark belly, a long bill that bends down a little. */
export function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="0 0 48 48" width={size} height={size} aria-hidden="true" focusable="false">
      <Bird />
      <path d="M9 42.5h13M26 42.5h13" stroke="var(--water)" strokeWidth="2" strokeLinecap="round" />
    </svg>
  )
}

/** The bird alone, standing on y = 42 of a square of 48. */
export function Bird() {
  return (
    <g>
      <path
        d="M20.5 31 19.2 41.5M26 31l.4 10.5"
        stroke="var(--bird-limb)"
        strokeWidth="1.4"
        strokeLinecap="round"
        fill="none"
      />
      <path d="M36.8 12.6c4.3.3 7.8 1.5 10.4 4.3.4.5-.1 1-.6.7-3-2-6.2-2.8-9.9-2.7Z" fill="var(--bird-limb)" />
      <path
        d="M2.5 27.2C9 19.8 17.5 15.4 25.8 15.6c1.5-4.3 5-6.5 8.5-5.3 3.9 1.3 4.5 5.6 2 8.9-.3 8-6.3 14-14.6 13.8-7.5-.2-13.2-3-19.2-5.8Z"
        fill="var(--bird-light)"
      />
      <path
        d="M2.5 27.2C9 19.8 17.5 15.4 25.8 15.6c1.5-4.3 5-6.5 8.5-5.3 1.8.6 2.9 1.9 3.2 3.4-3.1-1-6.1.2-7.9 3.3-3 5.3-9.6 9.3-16.1 10-4 .5-7.5.5-11 .2Z"
        fill="var(--bird-back)"
      />
      <path
        d="M17 32.5c2.3-4.3 6.3-6.6 11.8-6.3 1.5.1 2.9.4 4 1-2.6 3.7-6.7 5.9-11.1 5.8-1.6 0-3.2-.2-4.7-.5Z"
        fill="var(--bird-dark)"
      />
      <circle cx="33.5" cy="13.8" r="1" fill="var(--bird-dark)" />
    </g>
  )
}

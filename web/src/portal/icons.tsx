const paths = {
  terms: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4M8.5 15.5l2.5 2 4.5-4',
  promise: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  dispute: 'M4 5h16v12H11l-4 3.5V17H4ZM12 8v3.5M12 14.2v.1',
  paid: 'm5 12.5 4.5 4.5L19 7',
  write: 'M4 6h16v12H4ZM4.5 7l7.5 6 7.5-6',
  address: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 1 0-13 0c0 5 6.5 11 6.5 11ZM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
  archive: 'M4 5h16v4H4ZM5.5 9v11h13V9M10 13h4',
  statement: 'M6 3.5h12v17H6ZM9 8h6M9 12h6M9 16h4',
  next: 'm9 6 6 6-6 6',
  back: 'm15 6-6 6 6 6',
  copy: 'M9 9h11v11H9ZM15 9V4H4v11h5',
  camera: 'M4 8h3.5L9 5.5h6L16.500 8H20v11H4ZM12 16.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7Z',
  keep: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  remove: 'm6 6 12 12M18 6 6 18',
  wait: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM10 9v6M14 9v6',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3 2',
} as const

export type IconName = keyof typeof paths

/** Beside words that say the same, so that nobody has to read it. */
export function Icon({ name, size = 21 }: { name: IconName; size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  )
}

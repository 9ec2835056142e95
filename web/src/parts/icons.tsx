const paths = {
  today: 'M12 5V3M5.6 7.6 4.2 6.2M18.4 7.6l1.4-1.4M3 13h2M19 13h2M7.5 16a4.5 4.5 0 1 1 9 0M3 16h18M7 20h10',
  promise: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4M12 13v5M9.7 15.5h4.6',
  dispute: 'M4 5h16v11H10l-4.5 4v-4H4ZM12 8v3.5M12 13.4v.1',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 7v5l3.5 2',
  overview: 'M4 20V10M10 20V4M16 20v-8M21 20H3',
  reports: 'M3 20h18M4.5 15.5l5-5 4 3.5 6.5-8M15.5 6H20v4.5',
  debtors: 'M4 21V5l8-2v18M12 8l8 2v11M3 21h18M7.5 8v.1M7.5 12v.1M7.5 16v.1M16 13v.1M16 17v.1',
  invoices: 'M6 3h9l4 4v14H6ZM15 3v4h4M9 12h7M9 16h7',
  cases: 'M3 6h6l2 2.5h10V19H3ZM7 13h10',
  orders: 'M8 4H5v17h14V4h-3M8 2.5h8v4H8ZM12 10v7M8.5 13.5h7',
  connections: 'M9 7V3M15 7V3M7 7h10v4a5 5 0 0 1-10 0ZM12 16v5',
  users:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM2.5 20c.6-3.6 3-5.5 6.5-5.5s5.9 1.9 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 15c1.7.9 2.7 2.6 3 5',
  mail: 'M3.5 5.5h17v13h-17ZM4 6.5l8 6 8-6',
  audit: 'M6 3.5h12v17H6ZM9 8h6M9 12h6M9 16h3',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-4 3.6-6 7.5-6s6.7 2 7.5 6',
  columns: 'M4 5h16v14H4ZM9.3 5v14M14.7 5v14',
  grip: 'M9 6v.1M15 6v.1M9 12v.1M15 12v.1M9 18v.1M15 18v.1',
  chevron: 'm6 9 6 6 6-6',
  updown: 'm8 9.5 4-4 4 4M8 14.5l4 4 4-4',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM16 16l4.5 4.5',
  company: 'M4 20.5h16M6 20.5v-16h8v16M14 9.5h4v11M9 8h2M9 12h2M9 16h2',
  dots: 'M6 12v.1M12 12v.1M18 12v.1',
  close: 'm6 6 12 12M18 6 6 18',
  plus: 'M12 5v14M5 12h14',
  download: 'M12 4v11M7 11l5 5 5-5M4 20h16',
  upload: 'M12 16V5M7 9l5-5 5 5M4 20h16',
  engine: 'M13 3 5 13.5h6L10 21l8-10.5h-6Z',
  pause: 'M9 5v14M15 5v14',
  back: 'm14 6-6 6 6 6',
  undo: 'M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3',
  check: 'm5 12.5 4.5 4.5L19 7',
  warning: 'M12 4 2.5 20h19ZM12 10v4.5M12 17.4v.1',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM12 11v5.5M12 7.6v.1',
  messages: 'M4 5h16v11H10l-4.5 4v-4H4ZM8 9h8M8 12.5h5',
  plans: 'M4 6h16v14H4ZM4 10.5h16M8.5 3.5v4M15.5 3.5v4M8.5 15.5l2.5 2 4.5-4',
  tasks: 'm4 7 2 2 3.5-4M4 16l2 2 3.5-4M13 7.5h8M13 16.5h8',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  flows:
    'M5 7.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM19 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM5 21.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM7.5 5H12v14H7.5M12 12h4.5',
  phone:
    'M5 4h4l1.5 4.5L8 10.5a12 12 0 0 0 5.5 5.5l2-2.5L20 15v4a1.5 1.5 0 0 1-1.5 1.5C11 20 4 13 3.5 5.5A1.5 1.5 0 0 1 5 4Z',
  law: 'M12 4v16M8 20h8M5 7h14M5 7l-2.7 6.5a2.9 2.9 0 0 0 5.4 0ZM19 7l-2.7 6.5a2.9 2.9 0 0 0 5.4 0Z',
  key: 'M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12.5 12H21M17.5 12v4M21 12v3',
  arrow: 'M5 12h14M13 6l6 6-6 6',
  outbox: 'M20.5 3.5 3.5 10.5l6.5 3 3 6.5ZM10 13.5l5-4.5',
  letters: 'M5 3.5h14v17H5ZM8.5 8h4M8.5 12h7M8.5 15.5h7',
  stop: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM9.7 8.5v7M14.3 8.5v7',
  bank: 'M3.5 10 12 4.5 20.5 10ZM5 20h14M6.5 10v7.5M12 10v7.5M17.5 10v7.5',
  print: 'M6 9V3.5h12V9M6 17H3.5V9h17v8H18M6.5 13.5h11v7h-11Z',
  sandbox: 'M9.5 3.5h5M10.5 3.5v6L5 19.5h14L13.5 9.5v-6M7.5 15h9',
} as const

export type IconName = keyof typeof paths

/** Line drawings of one weight. They only ever stand beside words, so there is nothing to read aloud. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      style={{ flex: 'none' }}
    >
      <path d={paths[name]} />
    </svg>
  )
}

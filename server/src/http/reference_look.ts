type Colours = Record<
  'paper' | 'surface' | 'line' | 'wash' | 'ink' | 'soft' | 'water' | 'chestnut' | 'good' | 'bad',
  string
>

/** The colours of our pages (`web/src/identity.css`); each can be read on each ground that it stands on here. */
const light: Colours = {
  ...{ paper: '#fffefb', surface: '#f6f4ef', wash: '#efece4', line: '#e2ddd2', ink: '#1d2a30', soft: '#55636a' },
  ...{ water: '#1d6d76', chestnut: '#96471f', good: '#267045', bad: '#b3372f' },
}
const dark: Colours = {
  ...{ paper: '#0f1619', surface: '#151e22', wash: '#222d31', line: '#2b383d', ink: '#e8ecea', soft: '#a3b0b3' },
  ...{ water: '#7bb8bc', chestnut: '#dd946c', good: '#6fc08d', bad: '#f08a80' },
}

const scheme = (name: 'light' | 'dark', of: Colours): string => `
.${name}-mode {
  --scalar-background-1: ${of.paper}; --scalar-background-2: ${of.surface}; --scalar-background-3: ${of.wash};
  --scalar-background-accent: ${of.wash}; --scalar-border-color: ${of.line};
  --scalar-color-1: ${of.ink}; --scalar-color-2: ${of.soft}; --scalar-color-3: ${of.soft};
  --scalar-color-accent: ${of.water}; --scalar-link-color: ${of.water}; --scalar-link-color-hover: ${of.ink};
  --scalar-color-green: ${of.good}; --scalar-color-blue: ${of.water}; --scalar-color-purple: ${of.water};
  --scalar-color-yellow: ${of.chestnut}; --scalar-color-orange: ${of.chestnut}; --scalar-color-red: ${of.bad};
  --scalar-sidebar-background-1: ${of.surface}; --scalar-sidebar-border-color: ${of.line};
  --scalar-sidebar-color-1: ${of.ink}; --scalar-sidebar-color-2: ${of.soft}; --scalar-sidebar-color-active: ${of.ink};
  --scalar-sidebar-item-hover-background: ${of.wash}; --scalar-sidebar-item-active-background: ${of.wash};
  --scalar-sidebar-search-background: ${of.paper}; --scalar-sidebar-search-color: ${of.soft};
  --scalar-sidebar-search-border-color: ${of.line};
}`

/** The reference in our own colours. */
export const reference_css = `${scheme('light', light)}${scheme('dark', dark)}
/* A section that a link leads to is focused for readers by ear; the frame around it would run down the whole page. */
section.section:focus { outline: none }
/* Colours of code, which the reference would make lighter than can be read. */
.scalar-app .hljs-string, .scalar-app .hljs-attr { color: var(--scalar-color-1) }
.scalar-app .hljs-number, .scalar-app .hljs-literal { color: var(--scalar-color-accent) }
.scalar-app .sidebar-search-placeholder, .scalar-app .client-libraries-text { opacity: 1 }
`

/** What readers by ear and by keyboard miss in the reference: names of buttons that are a sign, and ways to scroll. */
export const reference_script = `
const mend = () => {
  for (const button of document.querySelectorAll('.scalar-code-copy:not([aria-label])'))
    button.setAttribute('aria-label', 'Copy this')
  for (const list of document.querySelectorAll('.endpoints:not([tabindex])')) list.tabIndex = 0
}
new MutationObserver(mend).observe(document.documentElement, { childList: true, subtree: true })
mend()
`

import { needsBrowser } from './find_browser.ts'

/** What takes long because of what it tests: faults, load, odd input, large data, and what is started apart. */
const slow = [
  /\/test\/(kills|fuzz|.*under_fire|connections_cut|workers|overload|bounded_memory|clock_jumps|replica|upgrade)\.test/,
  /\/test\/(backup_embedded|restored_copy|doctor|operator_mistakes|demo.*|examples|broken_off.*|body_room.*)\.test/,
  /\/test\/(oauth_races|nothing_in_clear|commands|set_up|full_disk|hostile_.*|citus)\.test/,
  /\/test\/(odd_input|two_tenants|disconnects|uncaught|log_lines)\.test/,
  /\/src\/(resources\/(orders|debtors\.property)|ledger\/opening|runtime\/page_writer|limits\/limits|workers)\b/,
  /\/src\/(db\/embedded|db\/backup|db\/migrate|jobs|queue|mail\/mailer|files)\b/,
  /\/test\/lives_.*\.test/,
  /\/(bench|guides|faults)\/|\/sdk\/(package|readme)\.test/,
]

/** Whether a file is for all day: without a browser, and over in a moment. */
export const isQuick = (file: string): boolean => !slow.some((one) => one.test(file)) && !needsBrowser(file)

import { needsBrowser } from './find_browser.ts'

/** What takes long because of what it tests: faults, load, odd input, large data, and what is started apart. */
const slow = [
  /(kills?|hostile|lives|diaries|streams|many_\w+)(_.*)?\.test/,
  /\/test\/(fuzz|.*under_fire|connections_cut|workers|overload|bounded_memory|clock_jumps|replica|upgrade)\.test/,
  /\/test\/(backup_embedded|restored_copy|doctor|operator_mistakes|demo.*|examples|broken_off.*|body_room.*)\.test/,
  /\/test\/(nothing_in_clear|commands|set_up|full_disk|citus|days|traces|strangers|real_life.*)\.test/,
  /\/test\/(odd_input|two_tenants|disconnects|uncaught|log_lines|mails|mail_limits|proven_addresses)\.test/,
  /\/test\/(list_bytes|mail_domain|switch_on_demo|prepared)\.test/,
  // Signing in is slow on purpose; whoever works on it runs these by their names.
  /\/test\/(oauth_.*|people|two_step|users|connections)\.test/,
  // Many cases each, or as long as a file, a page or a plan of theirs takes; whoever changes these runs them by name.
  /\/src\/(imports|reports|portal\/terms|follow_up\/(decide\/rules|today\/candidates|dry_run|look))\b/,
  /\/src\/(http\/(kept_pages|files)|live|db\/readers|resources\/administrations\/clock)\b|sdk\/src\/client\.test/,
  /\/src\/console\/(imports|letter_texts|statements|next_step|outbox|letter_list|flow_versions)\.test/,
  /\/src\/console\/(sandbox\w*|saved_views|letter_batches|administration_logo|case_calculation|outlooks)\.test/,
  /\/src\/resources\/(orders|debtors\/property|promises|pausing|payment_plans\/actions)\b/,
  /\/src\/(runtime\/page_writer|limits|workers|domain\/declarations)\b/,
  /\/src\/(db\/embedded|db\/backup|db\/migrate|events\/follow\w*|jobs|queue|mail\/mailer|files)\b/,
  /\/src\/(mail\/many_mails|mail_in|webhooks)\b|\/test\/webhook_.*\.test/,
  /\/(bench|guides|faults)\/|\/sdk\/(package|readme)\.test/,
]

/** Whether a file is for all day: without a browser, and over in a moment. */
export const isQuick = (file: string): boolean => !slow.some((one) => one.test(file)) && !needsBrowser(file)

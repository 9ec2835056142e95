/** Files of declarations, and their lines. */
export const en = {
  nav_orders: 'Declarations',
  orders_sentence: 'Files with declarations that were taken in, the latest first.',
  orders_empty: 'No file has been taken in yet.',
  orders_file: 'File',
  orders_taken_in: 'Taken in',
  orders_lines: 'Lines',
  orders_progress: 'Progress',
  orders_handled: '{handled} of {lines} handled',
  orders_waiting: '{count} need action',
  orders_waiting_one: '{count} needs action',
  order_heading: 'Declarations in {filename}',
  order_download: 'Download the file',
  order_state: 'State',
  order_all_states: 'All states',
  order_no_lines: 'No line is in this state.',
}

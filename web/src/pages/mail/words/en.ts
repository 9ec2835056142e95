/** The mails of the service itself. */
export const en = {
  mail_sentence: 'Everything that Dunlin has mailed: invitations, links for passwords, warnings.',
  mail_kept_note:
    'No mail server is set up, so mails are kept here instead of sent. Open one to read it and to hand its link over.',
  mail_empty: 'No mails yet',
  mail_empty_sentence: 'Invite somebody, and the invitation appears here.',
  mail_subject: 'Subject',
  mail_to: 'To',
  mail_status: 'Status',
  mail_created: 'Written',
  mail_sent_at: 'Sent',
  mail_attempts: 'Attempts',
  mail_last_error: 'Last problem',
  mail_status_queued: 'Waiting',
  mail_status_sent: 'Sent',
  mail_status_kept: 'Kept',
  mail_status_failed: 'Failed',
  mail_as_seen: 'As the reader sees it',
  mail_as_text: 'Text',
  mail_no_content: 'What was sent is not kept: it may contain links that only its reader should have.',
  nav_mail: 'Mail',
}

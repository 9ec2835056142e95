/** What a report is about: the mail that was sent, and to whom. */
export type Sample = { to: string; return_path: string; message_id: string }

type Made = (about: Sample) => string

const lines = (...all: readonly string[]): string => `${all.join('\r\n')}\r\n`

/** A report of RFC 3464 in its three parts. */
function report(about: Sample, made: { from: string; subject: string; text: string[]; status: string[] }): string {
  const { from, subject, text, status } = made
  return lines(
    ...[`From: ${from}`, `To: ${about.return_path}`, `Subject: ${subject}`, 'Auto-Submitted: auto-replied'],
    ...[`Message-ID: <${Math.random().toString(36).slice(2)}@mx.example.net>`, 'MIME-Version: 1.0'],
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_part"',
    '',
    ...['--=_part', 'Content-Type: text/plain; charset=us-ascii', '', ...text, ''],
    ...['--=_part', 'Content-Type: message/delivery-status', '', ...status, ''],
    ...['--=_part', 'Content-Type: text/rfc822-headers', '', `To: ${about.to}`, `Message-ID: ${about.message_id}`, ''],
    '--=_part--',
  )
}

/** A report that is text alone. */
const plain = (about: Sample, headers: string[], text: string[]): string =>
  lines(
    ...[...headers, `To: ${about.return_path}`, `Message-ID: <${Math.random().toString(36).slice(2)}@mx.example.net>`],
    '',
    ...text,
  )

const copyOf = ({ to, message_id }: Sample): string[] => [`To: ${to}`, `Message-ID: ${message_id}`, 'Subject: Reminder']

/** Reports as mail systems write them, by what each says of the address. */
export const hard_bounces: { readonly [system: string]: Made } = {
  postfix: (about) =>
    report(about, {
      from: 'MAILER-DAEMON@mx.example.net (Mail Delivery System)',
      subject: 'Undelivered Mail Returned to Sender',
      text: [
        'This is the mail system at host mx.example.net.',
        '',
        `<${about.to}>: host mail.example.org[192.0.2.7] said: 550 5.1.1 User unknown (in reply to RCPT TO command)`,
      ],
      status: [
        ...[
          'Reporting-MTA: dns; mx.example.net',
          'X-Postfix-Queue-ID: 4F1',
          'Arrival-Date: Mon, 16 Nov 2026 09:00:00 +0000',
        ],
        ...['', `Final-Recipient: rfc822; ${about.to}`, `Original-Recipient: rfc822;${about.to}`, 'Action: failed'],
        ...[
          'Status: 5.1.1',
          'Remote-MTA: dns; mail.example.org',
          'Diagnostic-Code: smtp; 550 5.1.1',
          '    User unknown',
        ],
      ],
    }),
  sendmail: (about) =>
    report(about, {
      from: 'Mail Delivery Subsystem <MAILER-DAEMON@mx.example.net>',
      subject: 'Returned mail: see transcript for details',
      text: ['   ----- The following addresses had permanent fatal errors -----', `<${about.to}>`],
      status: [
        ...['Reporting-MTA: dns; mx.example.net', '', `Final-Recipient: RFC822; ${about.to}`, 'Action: failed'],
        ...['Status: 5.1.2', 'Diagnostic-Code: SMTP; 550 Host unknown', 'Last-Attempt-Date: Mon, 16 Nov 2026 10:00:00'],
      ],
    }),
  office_server: (about) =>
    report(about, {
      from: 'postmaster@example.org',
      subject: 'Undeliverable: Reminder',
      text: [`Your message to ${about.to} couldn't be delivered.`, `${about.to} wasn't found at example.org.`],
      status: [
        ...['Reporting-MTA: dns;server.example.org', '', `Final-Recipient: rfc822;${about.to.toUpperCase()}`],
        ...['Action: failed', 'Status: 5.1.10'],
        'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
      ],
    }),
  webmail: (about) =>
    report(about, {
      from: 'Mail Delivery Subsystem <mailer-daemon@webmail.example>',
      subject: 'Delivery Status Notification (Failure)',
      text: ['** Address not found **', '', `Your message wasn't delivered to ${about.to}.`],
      status: [
        ...['Reporting-MTA: dns; webmail.example', '', `Final-Recipient: rfc822; ${about.to}`, 'Action: failed'],
        ...[
          'Status: 5.1.1',
          'Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist.',
        ],
      ],
    }),
  exim: (about) =>
    plain(
      about,
      [
        ...['From: Mail Delivery System <Mailer-Daemon@mx.example.net>', 'Auto-Submitted: auto-replied'],
        ...[`X-Failed-Recipients: ${about.to}`, 'Subject: Mail delivery failed: returning message to sender'],
      ],
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent could not be delivered to one or more of its recipients. This is a permanent error.',
        ...[
          '',
          `  ${about.to}`,
          '    host mail.example.org [192.0.2.7]',
          '    SMTP error from remote mail server after RCPT TO:',
        ],
        ...[
          `    550 Unrouteable address`,
          '',
          '------ This is a copy of the message, including all the headers. ------',
          '',
        ],
        ...copyOf(about),
      ],
    ),
  qmail: (about) =>
    plain(
      about,
      ['From: MAILER-DAEMON@mx.example.net', 'Subject: failure notice'],
      [
        'Hi. This is the qmail-send program at mx.example.net.',
        "I'm afraid I wasn't able to deliver your message to the following addresses.",
        "This is a permanent error; I've given up. Sorry it didn't work out.",
        ...[
          '',
          `<${about.to}>:`,
          'Sorry, no mailbox here by that name. (#5.1.1)',
          '',
          '--- Below this line is a copy of the message.',
        ],
        ...['', ...copyOf(about)],
      ],
    ),
  courier: (about) =>
    plain(
      about,
      [
        'From: "Courier mail server at mx.example.net" <postmaster@mx.example.net>',
        'Subject: NOTICE: mail delivery status.',
      ],
      [
        'This is a delivery status notification from mx.example.net, running the Courier mail server.',
        ...['', 'The original message was received on Mon, 16 Nov 2026. UNDELIVERABLE MAIL', ''],
        ...[`<${about.to}>:`, '     mail.example.org [192.0.2.7]:', '     <<< 550 User unknown.', ''],
        'If your message was also sent to additional recipients, their delivery status is not included here.',
      ],
    ),
  groupware: (about) =>
    plain(
      about,
      ['From: Postmaster@example.org', 'Subject: DELIVERY FAILURE: User not listed in directory'],
      [
        ...[
          'Your message',
          '',
          '  Subject: Reminder',
          '',
          'was not delivered to:',
          '',
          `  ${about.to}`,
          '',
          'because:',
          '',
        ],
        `  User unknown: not listed in public address book`,
      ],
    ),
  old_portal: (about) =>
    plain(
      about,
      ['From: MAILER-DAEMON@portal.example', 'Subject: Delivery failure'],
      [
        'Message from portal.example.',
        ...['Unable to deliver message to the following address(es).', '', `<${about.to}>:`],
        ...[
          "554 delivery error: dd This user doesn't have a portal.example account",
          '',
          '--- Original message follows.',
          '',
        ],
        ...copyOf(about),
      ],
    ),
  nobody_named: (about) =>
    plain(
      about,
      ['From: MAILER-DAEMON@mx.example.net', 'Subject: Undeliverable message'],
      ['The message could not be delivered: 550 No such user here.'],
    ),
}

const dsn = (about: Sample, action: string, status: string, said: string): string =>
  report(about, {
    from: 'MAILER-DAEMON@mx.example.net',
    subject: 'Delivery status',
    text: [said],
    status: [
      ...['Reporting-MTA: dns; mx.example.net', '', `Final-Recipient: rfc822; ${about.to}`, `Action: ${action}`],
      ...[`Status: ${status}`, `Diagnostic-Code: smtp; ${said}`],
    ],
  })

export const soft_bounces: { readonly [system: string]: Made } = {
  full: (about) => dsn(about, 'failed', '5.2.2', '552 5.2.2 Mailbox is full'),
  gave_up: (about) => dsn(about, 'failed', '4.4.7', '421 4.4.7 Delivery time expired'),
  filter: (about) => dsn(about, 'failed', '5.7.1', '550 5.7.1 Message rejected as spam'),
  too_large: (about) => dsn(about, 'failed', '5.3.4', '552 5.3.4 Message too big'),
}

export const delays: { readonly [system: string]: Made } = {
  postfix: (about) => dsn(about, 'delayed', '4.4.1', 'connect to mail.example.org[192.0.2.7]:25: Connection timed out'),
  exim: (about) =>
    plain(
      about,
      [
        'From: Mail Delivery System <Mailer-Daemon@mx.example.net>',
        'Subject: Warning: message 1aB-2c delayed 24 hours',
        'Auto-Submitted: auto-replied',
      ],
      [
        'This message was created automatically by mail delivery software.',
        'A message that you sent has not yet been delivered to one or more of its recipients after more than 24 hours.',
        ...[
          '',
          `  ${about.to}`,
          '    Delay reason: retry timeout',
          '',
          'No action is required on your part. Delivery attempts',
        ],
        'will continue for some time.',
      ],
    ),
}

/** A complaint of RFC 5965. */
export const complaint: Made = (about) =>
  lines(
    ...['From: <feedback@webmail.example>', `To: ${about.return_path}`, 'Subject: FW: Reminder', 'MIME-Version: 1.0'],
    'Content-Type: multipart/report; report-type=feedback-report; boundary="=_part"',
    '',
    ...['--=_part', 'Content-Type: text/plain', '', 'This is an email abuse report.', ''],
    ...['--=_part', 'Content-Type: message/feedback-report', '', 'Feedback-Type: abuse', 'User-Agent: Loop/1.0'],
    ...['Version: 1', `Original-Rcpt-To: <${about.to}>`, ''],
    ...['--=_part', 'Content-Type: message/rfc822', '', ...copyOf(about), '', 'Please pay.', '--=_part--'],
  )

/** The page where a person lets other software in. */
export const en = {
  consent_title: 'Connect {application}',
  consent_heading: '{application} wants to connect',
  consent_who: 'Made by {company}. The answer goes to {host}.',
  consent_person: 'You are signed in as {name}, for {company}.',
  consent_not_you: 'Not you?',
  consent_permissions: 'What it may do',
  consent_permissions_sentence: 'Take away what you do not want to give. You can change this later.',
  consent_can_change: 'It could change, and read',
  consent_can_read: 'It could read',
  consent_one_by_one: 'Choose one by one',
  consent_administrations: 'In which administrations',
  consent_allow: 'Allow',
  consent_deny: 'Deny',
  consent_connected_before:
    '{company} is connected with this application already. Allowing it adds a second connection; the present one stays until somebody disconnects it.',
  consent_no_administrations:
    'You are not an administrator of any administration, so you cannot let software in. Ask a company administrator of {company} to open this link.',
  consent_confirm_first:
    'Confirm your email address first: open the link in the mail that was sent to {email_address}. Until then you can let in only the software through which you signed up.',
  consent_only_if: 'Allow this only if you just started it yourself in {application}.',
  consent_sign_in_heading: 'Sign in to connect {host}',
  consent_sign_in_sentence: 'Other software asks for access to your receivables. Sign in to see what it wants.',
  consent_failed: 'Nothing was decided yet',
  consent_refused_heading: 'This link cannot be used',
  consent_refused_sentence:
    'The software that sent you here made a mistake in its link, or was removed. Nothing was connected. Go back to it and begin again.',
  consent_refused_tell: 'If this keeps happening, tell its makers what it says here:',
}

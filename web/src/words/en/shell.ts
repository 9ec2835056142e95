/** What stands around the pages of somebody who is signed in. */
export const shell = {
  navigation: 'Main navigation',
  open_navigation: 'Open the navigation',
  close_navigation: 'Close the navigation',
  administration: 'Administration',
  nav_settings: 'Company settings',
  account_menu: 'Account',
  account: 'Your account',
  sign_out: 'Sign out',
  color_scheme: 'Colours',
  color_scheme_light: 'Light',
  color_scheme_dark: 'Dark',
  color_scheme_auto: 'System',
  unproven_title: 'Confirm your email address',
  unproven_sentence:
    'Open the link in the mail that was sent to {email_address}. Until then you can sign in with this browser alone, and neither invite people nor connect software. No mail? «Forgotten your password?» on the sign-in page sends it again.',

  no_role_heading: 'This part is for company administrators',
  no_role_sentence:
    'Your account may not see or change the settings of {company}. Ask a company administrator to do it, or to change your role under Company settings, Users.',
  no_role_back: 'To the overview',

  role_administrator: 'Administrator',
  role_standard: 'Standard',
  role_communication: 'Communication',
  role_restricted: 'Restricted',
  role_none: 'None',
  role_administrator_sentence: 'Everything, settings included.',
  role_standard_sentence: 'All work on receivables, no settings.',
  role_communication_sentence: 'See everything, mark messages as read, and comment on tasks.',
  role_restricted_sentence: 'See everything.',
  role_none_sentence: 'Only the administrations that you choose below.',
  sandbox_stripe: 'Sandbox.',
  sandbox_stripe_sentence:
    'Nothing leaves this administration: letters are kept and shown, post counts as posted at once.',
}

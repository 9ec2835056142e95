/** What the console takes and answers, as the pages use it. */
export type CompanyRole = 'administrator' | 'standard' | 'communication' | 'restricted'
export const company_roles: readonly CompanyRole[] = ['administrator', 'standard', 'communication', 'restricted']

export type Named = { id: string; name: string }
export type Page<Item> = { data: Item[]; pagination?: { cursor: string } }

export type Person = {
  id: string
  name: string
  first_name: string
  last_name: string
  email_address: string
  locale: string
  company_role: CompanyRole | null
  two_step: boolean
  recovery_codes_left: number
}

export type Administration = Named & { status: string; role: CompanyRole }

export type Session = {
  csrf_token: string
  set_up: boolean
  mails_kept: boolean
  person: Person | null
  company: (Named & { status: string }) | null
  administrations: Administration[]
}

export type SignIn = { email_address: string; password: string; code?: string }
export type SignedIn = { signed_in: boolean; second_factor: boolean }

export type LinkPurpose = 'invitation' | 'password_reset' | 'sign_up' | 'set_up'
export type Link = {
  purpose: LinkPurpose
  email_address: string | null
  name: string | null
  company_name: string | null
  needs_recovery_code: boolean
  expires_at: string
}
export type UseLink = { token: string; password: string; recovery_code?: string; accepts_terms?: boolean }
export type SetUp = {
  token: string
  company_name: string
  administration_name: string
  country_code: string
  first_name: string
  last_name: string
  email_address: string
  password: string
  locale: string
}

export type OwnSession = {
  id: string
  created_at: string
  last_seen_at: string
  ip: string | null
  user_agent: string | null
  current: boolean
}

export type GrantType = 'authorization_code' | 'client_credentials'
export type Application = Named & {
  grant_type: GrantType
  redirect_uri: string | null
  ip_allow_list: string[]
  permissions: string[]
  notification_email_addresses: string[]
  client_id: string
  created_at: string
  secret_rotated_at: string | null
  connections: number
  last_used_at: string | null
  authorize_url: string | null
}
export type ApplicationInput = {
  name: string
  redirect_uri?: string
  ip_allow_list: string[]
  permissions: string[]
  notification_email_addresses: string[]
}
export type WithSecret = Application & { client_secret: string }

export type Connection = {
  id: string
  application: Named & { company_name: string; own: boolean }
  company: Named & { own: boolean }
  user_name: string
  permissions: string[]
  possible_permissions: string[]
  all_administrations: boolean
  administrations: Named[]
  created_at: string
  last_used_at: string | null
}
export type ConnectionInput = { permissions: string[]; all_administrations: boolean; administration_ids: string[] }

export type ApiToken = Named & {
  permissions: string[]
  all_administrations: boolean
  administrations: Named[]
  ip_allow_list: string[]
  created_at: string
  last_used_at: string | null
}
export type ApiTokenInput = {
  name: string
  permissions: string[]
  all_administrations: boolean
  administration_ids: string[]
  ip_allow_list: string[]
}

export type UserAdministration = Named & { role: CompanyRole }
export type User = Named & {
  first_name: string
  last_name: string
  email_address: string
  locale: string
  company_role: CompanyRole | null
  administrations: UserAdministration[]
  two_step: boolean
  invited: boolean
  last_sign_in_at: string | null
  created_at: string
}
export type UserInput = {
  first_name: string
  last_name: string
  company_role: CompanyRole | null
  administrations: { administration_id: string; role: CompanyRole }[]
}

export type MailStatus = 'queued' | 'sent' | 'kept' | 'failed'
export type Mail = {
  id: string
  kind: string
  to: string[]
  subject: string
  status: MailStatus
  attempts: number
  last_error: string | null
  created_at: string
  sent_at: string | null
}
export type MailContent = { text: string; html: string }

export type AuditEntry = {
  id: string
  action: string
  user_name: string | null
  application_name: string | null
  administration_name: string | null
  details: Record<string, unknown>
  ip: string | null
  created_at: string
}

export type Authorization = {
  application: { name: string; company_name: string; redirect_host: string }
  permissions: string[]
  administrations: Named[]
  may_grant_all: boolean
  connected_before: boolean
}

export type Age = 'not_due' | 'days_1_30' | 'days_31_60' | 'days_61_90' | 'days_over_90'
export type Overview = Named & {
  status: string
  currency_code: string
  debtors: number
  open_invoices: number
  open_amount: string
  overdue_amount: string
  by_age: { age: Age; invoices: number; amount: string }[]
  open_tasks: number
  unread_messages: number
}

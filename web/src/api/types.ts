import type { ApiToken, Application, Connection, Operations, Session as OwnSession } from './generated.ts'

export type { Application, AuditEntry, Connection, Mail, Page, User } from './generated.ts'
export type { ApiToken, OwnSession }

type Answer<Name extends keyof Operations> = Operations[Name]['answers']
type Taken<Name extends keyof Operations> = Operations[Name]['takes']

/** Who is signed in, with what they reach. */
export type Session = Answer<'session.show'>
export type Person = NonNullable<Session['person']>
export type Administration = Session['administrations'][number]
export type Locale = Person['locale']

export type CompanyRole = Administration['role']
export const company_roles: readonly CompanyRole[] = ['administrator', 'standard', 'communication', 'restricted']

export type Named = Connection['administrations'][number]
export type Link = Answer<'link.look'>
export type GrantType = Application['grant_type']
export type ApplicationInput = Taken<'applications.create'>
export type WithSecret = Answer<'applications.create'>
export type ApiTokenInput = Taken<'api_tokens.create'>
export type Authorization = Answer<'authorization.show'>
export type Overview = Answer<'overview.show'>
export type Setting = Answer<'administration_settings.show'>['settings'][number]
export type SettingGroup = Setting['group']
export type SettingValues = Answer<'administration_settings.show'>['values']
export type Settings = Answer<'administration_settings.show'>
export type General = Answer<'administration_general.show'>
export type MailStatus = Answer<'mails.show'>['status']

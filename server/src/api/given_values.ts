import { mailAddressPads, partsOf } from '../domain/mail_address.ts'
import type { Asking } from './asking.ts'
import type { Given } from './field.ts'
import { linkUntil, signingPads } from './file_links.ts'
import type { parameters } from './statement.ts'

type Bind = ReturnType<typeof parameters>['bind']

/** Values from outside the row. Keys of links are made here, so that they are only made for a field that needs them. */
export function bindGiven(
  name: Exclude<Parameters<Given>[0], 'administration_id'>,
  asking: Asking,
  bind: Bind,
): string {
  if (name === 'base_url') return bind(asking.base_url, 'text')
  if (name === 'today') return bind(asking.today(), 'date')
  if (name === 'permissions') return bind([...(asking.permissions ?? [])], 'text[]')
  if (name === 'mail_local' || name === 'mail_domain' || name === 'mail_inner' || name === 'mail_outer')
    return bindMailPart(name, asking, bind)
  const until = linkUntil(asking.now)
  if (name === 'link_until') return bind(String(until), 'text')
  if (asking.link_key === null) throw new Error('Links to files are asked for where there is no key for them.')
  const pads = signingPads(asking.link_key, String(asking.owner_id), until)
  return bind(`\\x${(name === 'link_inner' ? pads.inner : pads.outer).toString('hex')}`, 'bytea')
}

/** Parts of the addresses that mail comes in at; null while there is none, and then so is the address. */
function bindMailPart(
  name: 'mail_local' | 'mail_domain' | 'mail_inner' | 'mail_outer',
  { mail_address, link_key, owner_id }: Asking,
  bind: Bind,
): string {
  const type = name === 'mail_inner' || name === 'mail_outer' ? 'bytea' : 'text'
  if (!mail_address || link_key === null) return bind(null, type)
  if (type === 'text') return bind(partsOf(mail_address)[name === 'mail_local' ? 'local' : 'domain'], type)
  const pads = mailAddressPads(link_key, String(owner_id))
  return bind(`\\x${(name === 'mail_inner' ? pads.inner : pads.outer).toString('hex')}`, type)
}

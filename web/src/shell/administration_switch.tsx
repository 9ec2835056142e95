import { Select } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { rememberAdministration } from '../session/last_administration.ts'
import { useSignedIn } from '../session/signed_in.ts'
import { useCurrentAdministration } from '../session/use_current_administration.ts'
import { useWords } from '../words/words.tsx'

const searchable_from = 8

/** The administration that somebody works in; another one opens its overview. */
export function AdministrationSwitch() {
  const { words } = useWords()
  const { administrations } = useSignedIn()
  const navigate = useNavigate()
  const { administration_id } = useParams({ strict: false })
  // An address can name an administration that is out of reach; the page says so, and the choice stays.
  const current = useCurrentAdministration(administrations)
  useEffect(() => {
    if (administration_id !== undefined && administration_id === current) rememberAdministration(administration_id)
  }, [administration_id, current])
  const open = (id: string | null): void => {
    if (id) void navigate({ to: '/administrations/$administration_id', params: { administration_id: id } })
  }
  if (administrations.length === 0) return null
  return (
    <Select
      label={words.administration}
      size="sm"
      data={administrations.map(({ id, name }) => ({ value: id, label: name }))}
      value={current}
      onChange={open}
      searchable={administrations.length >= searchable_from}
      nothingFoundMessage={words.nothing_found}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
    />
  )
}

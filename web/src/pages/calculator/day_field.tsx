import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type DayProps = { label: string; value: string; onChange: (day: string) => void; error?: true | undefined }

export const DayField = ({ label, value, onChange, error }: DayProps): ReactNode => (
  <TextInput
    type="date"
    label={label}
    value={value}
    error={error}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  />
)

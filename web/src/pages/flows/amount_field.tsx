import { TextInput, type TextInputProps } from '@mantine/core'
import { useEffect, useState } from 'react'
import { plainAmount } from '../../words/plain_amount.ts'
import { useWords } from '../../words/words.tsx'

type AmountFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  value: string
  onAmount: (amount: string) => void
}

/** An amount that is kept as the service takes it, and stays here as it is typed. */
export function AmountField({ value, onAmount, ...rest }: AmountFieldProps) {
  const { language } = useWords()
  const [typed, setTyped] = useState(value)
  useEffect(() => {
    setTyped((before) => (plainAmount(before, language) === value ? before : value))
  }, [value, language])
  return (
    <TextInput
      {...rest}
      inputMode="decimal"
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        onAmount(plainAmount(currentTarget.value, language))
      }}
    />
  )
}

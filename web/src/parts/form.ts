import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import type { Words } from '../words/languages.ts'
import { sayProblem, sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'

type Problems<Values> = { [Name in keyof Values & string]?: string | null }

export type FormOptions<Values, Result> = {
  initial: Values
  /** What can be told before the service is asked. */
  check?: (values: Values, words: Words) => Problems<Values>
  send: (values: Values) => Promise<Result>
  done?: (result: Result, values: Values) => void | Promise<void>
  /** A sentence for a refusal that means something special here, or null for the usual one. */
  refused?: (problem: ConsoleError, words: Words) => string | null
}

/** The state of a form: its values, what is wrong with each, and one attempt at a time to send it. */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  const { words } = useWords()
  const [values, setValues] = useState(options.initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string | null | undefined>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [attempts, setAttempts] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  // After an attempt that failed, the first field that needs attention gets the keyboard.
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-problem]')?.focus()
  }, [attempts])

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: null }))
  }

  const refuse = (problem: unknown): void => {
    if (!(problem instanceof ConsoleError)) throw problem
    const told = Object.entries(problem.fields)
    const placed = told.filter(([name]) => name in values).map(([name, text]) => [name, sayProblem(words, text)])
    setProblems(Object.fromEntries(placed))
    const special = options.refused?.(problem, words)
    setRefusal(special ?? (placed.length > 0 && placed.length === told.length ? null : sayRefusal(words, problem)))
    setAttempts((count) => count + 1)
  }

  const submit = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault()
    if (busy) return
    const found = Object.entries(options.check?.(values, words) ?? {}).filter(([, problem]) => problem)
    setRefusal(null)
    if (found.length > 0) {
      // The entries come from the check, whose values are texts.
      setProblems(Object.fromEntries(found) as Record<string, string>)
      setAttempts((count) => count + 1)
      return
    }
    setProblems({})
    setBusy(true)
    try {
      await options.done?.(await options.send(values), values)
    } catch (problem) {
      refuse(problem)
    } finally {
      setBusy(false)
    }
  }

  /** What a text field needs. */
  const text = <Name extends keyof Values & string>(name: Name) => ({
    name,
    // Only names of text fields are passed here; others are bound by `set`.
    value: values[name] as string,
    onChange: (event: { currentTarget: { value: string } }) =>
      set(name, event.currentTarget.value as Values[Name] & string),
    error: problems[name] ?? null,
  })

  const reset = (next: Values = options.initial): void => {
    setValues(next)
    setProblems({})
    setRefusal(null)
  }

  return {
    values,
    set,
    text,
    problem: (name: keyof Values & string): string | null => problems[name] ?? null,
    refusal,
    busy,
    reset,
    props: { ref: form, onSubmit: (event: SubmitEvent) => void submit(event), noValidate: true },
  }
}

/** The check that most fields share. */
export const required = (value: string, words: Words): string | null =>
  value.trim() === '' ? words.problem_missing : null

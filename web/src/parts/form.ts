import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ConsoleError } from '../api/console_error.ts'
import { useBusy } from '../browser/use_busy.ts'
import type { Words } from '../words/languages.ts'
import { sayProblem, sayRefusal } from '../words/refusals.ts'
import { useWords } from '../words/words.tsx'
import { type Remedy, remedyOf } from './remedy.tsx'

type Typed = { currentTarget: { value: string } }
type Problems<Values> = { [Name in keyof Values & string]?: string | null }

export type FormOptions<Values, Result> = {
  initial: Values
  /** What a page can check before it asks the service. */
  check?: (values: Values, words: Words) => Problems<Values>
  send: (values: Values) => Promise<Result>
  done?: (result: Result, values: Values) => void | Promise<void>
  /** A sentence for a refusal that means something special here, or null for the usual one. */
  refused?: (problem: ConsoleError, words: Words) => string | null
}

/**
 * While a form is open, what it began with may be read anew, because a colleague changed it. Fields that nobody touched
 * follow; what was typed stays.
 */
function useFreshValues<Values extends object>(
  initial: Values,
  setValues: (change: (before: Values) => Values) => void,
): void {
  const began = useRef(initial)
  const fresh = JSON.stringify(initial)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an object of the same values says nothing new.
  useEffect(() => {
    const old = began.current
    if (fresh === JSON.stringify(old)) return
    began.current = initial
    const isUntouched = (name: keyof Values, values: Values): boolean =>
      JSON.stringify(values[name]) === JSON.stringify(old[name])
    setValues((before) => {
      const names = (Object.keys(initial) as (keyof Values)[]).filter((name) => isUntouched(name, before))
      return { ...before, ...Object.fromEntries(names.map((name) => [name, initial[name]])) }
    })
  }, [fresh])
}

/** The state of a form: its values, what is wrong with each, and one attempt at a time to send it. */
export function useForm<Values extends object, Result>(options: FormOptions<Values, Result>) {
  const { words } = useWords()
  const [values, setValues] = useState(options.initial)
  const [problems, setProblems] = useState<Readonly<Record<string, string | null | undefined>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [remedy, setRemedy] = useState<Remedy | null>(null)
  const { busy, isBusy, setBusy } = useBusy()
  const [attempts, setAttempts] = useState(0)
  const { send, isKept } = useSending(values, options.send)
  const form = useRef<HTMLFormElement>(null)

  useFocusOnProblem(form, attempts)
  useFreshValues(options.initial, setValues)

  const set = <Name extends keyof Values & string>(name: Name, value: Values[Name]): void => {
    setValues((before) => ({ ...before, [name]: value }))
    setProblems((before) => ({ ...before, [name]: null }))
  }

  const fail = (field_problems: Record<string, string>, sentence: string | null): void => {
    setProblems(field_problems)
    setRefusal(sentence)
    setAttempts((count) => count + 1)
  }

  const submit = async (event?: SubmitEvent): Promise<void> => {
    event?.preventDefault()
    if (isBusy()) return
    const checked = withoutEmpty(options.check?.(values, words) ?? {})
    if (Object.keys(checked).length > 0) return fail(checked, null)
    setProblems({})
    setRefusal(null)
    setRemedy(null)
    setBusy(true)
    try {
      await options.done?.(await send(), values)
    } catch (problem) {
      if (!(problem instanceof ConsoleError)) throw problem
      const placed = placeProblems(problem, Object.keys(values), words)
      const special = options.refused?.(problem, words) ?? null
      setRemedy(special === null ? remedyOf(problem) : null)
      fail(placed.problems, special ?? placed.sentence)
    } finally {
      setBusy(false)
    }
  }

  const reset = (next: Values = options.initial): void => {
    setValues(next)
    setProblems({})
    setRefusal(null)
  }

  return {
    values,
    set,
    /** What a text field needs. */
    text: <Name extends keyof Values & string>(name: Name) => ({
      name,
      // Only names of text fields are passed here; others are bound by `set`.
      value: values[name] as string,
      onChange: (event: Typed) => set(name, event.currentTarget.value as Values[Name] & string),
      error: problems[name] ?? null,
    }),
    problem: (name: keyof Values & string): string | null => problems[name] ?? null,
    ...{ refusal, remedy, busy, reset, isKept },
    /** Whether something is other than it began. */
    changed: JSON.stringify(values) !== JSON.stringify(options.initial),
    props: { ref: form, onSubmit: (event: SubmitEvent) => void submit(event), noValidate: true },
  }
}

/** Sends what is typed, and knows from then on that the service has it, also before it is read anew. */
function useSending<Values, Result>(values: Values, send: (values: Values) => Promise<Result>) {
  const kept = useRef<string | null>(null)
  return {
    send: async (): Promise<Result> => {
      const result = await send(values)
      kept.current = JSON.stringify(values)
      return result
    },
    isKept: (): boolean => kept.current === JSON.stringify(values),
  }
}

/** After an attempt that failed, the first field that needs attention gets the keyboard. */
function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, attempts: number): void {
  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, attempts])
}

const withoutEmpty = (problems: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(problems).flatMap(([name, problem]) => (problem ? [[name, problem]] : [])))

/** Which problems belong to fields of the form, and a sentence for everything else. */
function placeProblems(problem: ConsoleError, names: readonly string[], words: Words) {
  const entries = Object.entries(problem.fields)
  const placed = entries.filter(([name]) => names.includes(name))
  const complete = placed.length > 0 && placed.length === entries.length
  return {
    problems: Object.fromEntries(placed.map(([name, text]) => [name, sayProblem(words, text, name)])),
    sentence: complete ? null : sayRefusal(words, problem),
  }
}

/** The check that most fields share. */
export const required = (value: string, words: Words): string | null =>
  value.trim() === '' ? words.problem_missing : null

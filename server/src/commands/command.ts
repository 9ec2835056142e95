import { type ParseArgsConfig, parseArgs } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>
export type Values = { readonly [name: string]: string | boolean | string[] | undefined }

/** One command of `dunlin`: what it is for, what it takes, what it does. */
export type Command = {
  summary: string
  usage: string
  /** One line for each option, for --help. */
  options: { readonly [name: string]: { takes: Options[string]; sentence: string } }
  run: (values: Values) => Promise<void>
}

/** A mistake of the person at the keyboard: reported in one line, without a stack. */
export class Mistake extends Error {}

/** Reads the arguments of a command against its options. */
export function readArguments(command: Command, args: string[]): Values {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { takes }]) => [name, takes]))
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: false }).values as Values
  } catch (error) {
    throw new Mistake(`${error instanceof Error ? error.message : error}\nUsage: ${command.usage}`)
  }
}

/** The text of an option that must be given. */
export function required(values: Values, name: string): string {
  const value = values[name]
  if (typeof value !== 'string' || value.trim() === '')
    throw new Mistake(`--${name} is missing; --help shows the options.`)
  return value.trim()
}

/** The text of an option, or null. */
export function given(values: Values, name: string): string | null {
  const value = values[name]
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** The words of an option that may be repeated, or hold several words with commas. */
export function listed(values: Values, name: string): string[] {
  const value = values[name]
  const all = Array.isArray(value) ? value : typeof value === 'string' ? [value] : []
  return all.flatMap((one) => one.split(/[\s,]+/)).filter((one) => one !== '')
}

export const json_option = {
  takes: { type: 'boolean' as const },
  sentence: 'Print JSON, for a script to read.',
}

/** Prints a result: as JSON, or as lines for a person. */
export function print(values: Values, result: object, lines: string[]): void {
  console.log(values.json === true ? JSON.stringify(result, null, 2) : lines.join('\n'))
}

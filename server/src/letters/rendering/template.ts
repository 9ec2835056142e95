import { Liquid, LiquidError, type Template, Tokenizer, TokenKind } from 'liquidjs'
import { nearest } from '../../api/nearest.ts'
import { block_names, variable_names } from './variables.ts'

/**
 * The longest text of a letter, and how often it may name a variable or one of the blocks. Values are bounded too, so
 * what comes of a text is never more than these make of it, whatever people are called and however many invoices.
 */
const text_length_max = 20_000
const named_max = 200
const blocks_max = 3
/** Beyond what any text needs on a machine that has other things to do. */
const output_length_max = 200_000
const render_ms_max = 2_000

/** Without loops, files and assignments a text costs what it is long, and knows nothing but its variables. */
const allowed_tags = ['if', 'unless', 'case', 'comment']

function makeEngine(): Liquid {
  const engine = new Liquid({
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    // A variable that is empty may be asked for.
    lenientIf: true,
    parseLimit: text_length_max,
    renderLimit: render_ms_max,
    memoryLimit: output_length_max,
  })
  for (const name of Object.keys(engine.tags)) if (!allowed_tags.includes(name)) delete engine.tags[name]
  for (const name of Object.keys(engine.filters)) delete engine.filters[name]
  /** {{ invoices.count | plural: 'invoice', 'invoices' }} */
  engine.registerFilter('plural', (count: unknown, one: unknown, others: unknown) =>
    Number(count) === 1 ? one : others,
  )
  /** {{ contact.name | otherwise: 'customer' }} */
  engine.registerFilter('otherwise', (value: unknown, other: unknown) =>
    value === null || value === '' ? other : value,
  )
  return engine
}

const engine = makeEngine()

/** A text that was looked through and can be rendered any number of times. */
export type Parsed = { readonly templates: Template[] }

/** What is wrong with a text, with the place and, for a mistyped name, the one that must have been meant. */
export type TemplateProblem = { line: number; problem: string; meant: string | null }

/**
 * Reads a text that names some of these variables; those of letters unless others are given. Whatever is wrong with it
 * is said here, before anybody could get such a letter.
 */
export function parseTemplate(
  text: string,
  names: readonly string[] = variable_names,
): Parsed | { problems: TemplateProblem[] } {
  if (text.length > text_length_max) {
    return { problems: [{ line: 1, problem: `must not be longer than ${text_length_max} characters`, meant: null }] }
  }
  try {
    const templates = engine.parse(text)
    const problems = [...unknownIn(text, templates, names), ...rangesIn(text)]
    return problems.length > 0 ? { problems } : { templates }
  } catch (error) {
    return { problems: [problemOf(error)] }
  }
}

/** Fills a text in. What it was parsed from was right, so an error here is ours. */
export function renderTemplate({ templates }: Parsed, scope: object): string {
  return engine.renderSync(templates, scope)
}

function problemOf(error: unknown): TemplateProblem {
  // Brackets within brackets are read by calls within calls, of which there is an end.
  if (error instanceof Error && error.message.startsWith('Maximum call stack'))
    return { line: 1, problem: 'is nested too deeply', meant: null }
  if (!LiquidError.is(error)) throw error
  const [line] = error.token.getPosition()
  const problem = error.message.replace(/, line:\d+, col:\d+[\s\S]*$/, '')
  return { line: line ?? 1, problem, meant: null }
}

function unknownIn(text: string, templates: Template[], names: readonly string[]): TemplateProblem[] {
  const named = Object.values(engine.analyzeSync(templates).globals).flat().map(String)
  if (named.length > named_max) return [tooMany(`must not name more than ${named_max} variables`)]
  const often = block_names.filter((block) => named.filter((name) => name === block).length > blocks_max)
  return [
    ...often.map((block) => tooMany(`${block} must not stand there more than ${blocks_max} times`)),
    ...[...new Set(named)]
      .filter((name) => !names.includes(name))
      .map((name) => ({
        line: lineOf(text, name),
        problem: `${name} is not known`,
        meant: nearest(name, names),
      })),
  ]
}

const tooMany = (problem: string): TemplateProblem => ({ line: 1, problem, meant: null })

/** (1..1000000000) would be as long as somebody likes, and no text needs it. What stands in quotes is only text. */
function rangesIn(text: string): TemplateProblem[] {
  const found = new Tokenizer(text)
    .readTopLevelTokens()
    .find((token) => token.kind !== TokenKind.HTML && token.getText().replaceAll(quoted, '').includes('..'))
  return found ? [{ line: found.getPosition()[0] ?? 1, problem: 'a range of numbers is not known', meant: null }] : []
}

const quoted = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs

function lineOf(text: string, name: string): number {
  const at = text.indexOf(name)
  return at < 0 ? 1 : text.slice(0, at).split('\n').length
}

import type { ReactNode } from 'react'
import { Card, Section } from '../section.tsx'
import classes from './record.module.css'

/** A name and its value; one that is the sum of those above it is `strong`. */
export type Fact = [label: string, value: ReactNode, weight?: 'strong']

/** Names and values; what is empty is left out. Amounts stand below each other by their ends. */
export function FactList({ facts, amounts = false }: { facts: readonly Fact[]; amounts?: boolean }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  if (filled.length === 0) return null
  return (
    <dl className={classes.facts} data-amounts={amounts || undefined}>
      {filled.map(([label, value, weight]) => (
        <div key={label} className={classes.fact} data-strong={weight}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The same on a sheet of its own. */
export function Facts({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <Section title={title}>
      <Card>
        <FactList facts={facts} />
      </Card>
    </Section>
  )
}

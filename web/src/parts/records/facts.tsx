import type { ReactNode } from 'react'
import { Card, Section } from '../section.tsx'
import classes from './record.module.css'

/** A name and its value; one that is the sum of those above it is `strong`. */
export type Fact = [label: string, value: ReactNode, weight?: 'strong']

/** Names and values on a sheet; what is empty is left out. */
export function Facts({ title, facts }: { title: string; facts: Fact[] }) {
  const filled = facts.filter(([, value]) => value !== null && value !== undefined && value !== '')
  return (
    <Section title={title}>
      <Card>
        <dl className={classes.facts}>
          {filled.map(([label, value, weight]) => (
            <div key={label} className={classes.fact} data-strong={weight}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Section>
  )
}

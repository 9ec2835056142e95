import type { Measured, Plan } from './measure.ts'
import type { Size } from './size.ts'

/** A promise about speed, what is aimed at beyond it, and what this run says of it. */
export type Target = {
  what: string
  target: string
  aim: string | null
  measured: number | null
  met: boolean | null
}

/** A whole run as it is kept: on what, with how much, the promises and every figure. */
export type Outcome = {
  about: {
    day: string
    machine: string
    server: string
    embedded: boolean
    pgbench: boolean
    /** Whether Platformatic DB was installed, and so measured. */
    peer: boolean
    seconds: number
    /** How busy the machine was before anything of ours ran; a run beside other work says less. */
    load_before: number
  } & Size &
    Plan
  targets: Target[]
  results: Measured[]
}

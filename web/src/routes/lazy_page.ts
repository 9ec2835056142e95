import { lazyRouteComponent } from '@tanstack/react-router'
import { CodeMissing } from '../parts/code_missing.ts'

type Importer = Parameters<typeof lazyRouteComponent>[0]

/**
 * A page whose code is loaded when it is opened. The router alone would load the whole site again when that fails,
 * which leaves nothing at all while the service is away; so the failure is named, and said inside the shell.
 */
export const lazyPage = ((importer: Importer, name?: string) =>
  lazyRouteComponent(
    () =>
      importer().catch((problem: unknown) => {
        throw new CodeMissing(problem)
      }),
    name as never,
  )) as typeof lazyRouteComponent

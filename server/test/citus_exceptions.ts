/** What cannot be tried on a Citus cluster, each with its reason; with `test`, that one of the file alone. */
export const citus_exceptions: readonly { file: string; test?: string; because: string }[] = []

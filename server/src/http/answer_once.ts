/** Whoever asks while the answer is being found gets the same one: strangers may ask these as often as they like. */
export function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let under_way: Promise<T> | null = null
  return () => {
    under_way ??= work().finally(() => {
      under_way = null
    })
    return under_way
  }
}

/** An answer that comes too late is none. What was asked goes on, so that those who ask again ask nothing more. */
export function withinTime(limit_ms: number, work: () => Promise<void>): () => Promise<void> {
  return () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => reject(new Error('The database does not answer.')), limit_ms)
    work().then(resolve, reject)
    return promise.finally(() => clearTimeout(timer))
  }
}

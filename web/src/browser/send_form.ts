/** A line on which nothing moves for so long is given up. What was handed over may still be on its way that long. */
const patience_ms = 60_000

type Sending = { method: string; headers: Readonly<Record<string, string>> }

/**
 * Sends a form with files, and waits for as long as something moves: on a slow line a photo takes minutes. `fetch`
 * cannot tell how far it is.
 */
export function sendForm(path: string, form: FormData, { method, headers }: Sending): Promise<Response> {
  const request = new XMLHttpRequest()
  request.open(method, path)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  let waiting: ReturnType<typeof setTimeout> | undefined
  const moved = (): void => {
    clearTimeout(waiting)
    waiting = setTimeout(() => request.abort(), patience_ms)
  }
  request.upload.addEventListener('progress', moved)
  request.upload.addEventListener('load', moved)
  request.addEventListener('progress', moved)
  const answered = new Promise<Response>((resolve, reject) => {
    request.addEventListener('load', () => resolve(answerOf(request)))
    for (const end of ['error', 'abort'] as const)
      request.addEventListener(end, () => reject(new TypeError('The service does not answer.')))
  })
  request.addEventListener('loadend', () => clearTimeout(waiting))
  moved()
  request.send(form)
  return answered
}

function answerOf(request: XMLHttpRequest): Response {
  const wait = request.getResponseHeader('retry-after')
  const has_text = ![204, 205, 304].includes(request.status)
  return new Response(has_text ? request.responseText : null, {
    status: request.status,
    headers: wait === null ? {} : { 'retry-after': wait },
  })
}

import { refuse } from '../api/errors.ts'

/** Whose page it is, by which session, and which administration it shows. */
export type Viewer = { user_id: string; session_id: string; administration_id: string }

/** The connection to a page. */
export type Outlet = {
  write: (text: string) => void
  /** How much of what was written has not left yet. */
  waiting_bytes: () => number
  /** Ends it after what was written. */
  end: () => void
  /** Ends it at once. */
  drop: () => void
}

export type Stream = Viewer & {
  out: Outlet
  /** Whether it was greeted: from then on it hears everything. */
  ready: boolean
}

export type Limits = { of_person: number; of_process: number; waiting_bytes: number }

export type Streams = ReturnType<typeof makeStreams>

/** Event streams end their messages with an empty line. */
const message = (event: string, data: object): string => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`

/** Proxies and browsers give up a connection on which nothing comes. */
const beat = ':\n\n'

/** The streams of one process. What is sent is written out once, however many pages get it. */
export function makeStreams(limits: Limits) {
  const register = makeRegister(limits)
  const { remove, inside, all } = register
  let leaving = false

  /** Whoever takes nothing is dropped before it holds much; a page that still lives comes again. */
  function write(stream: Stream, text: string): void {
    stream.out.write(text)
    if (stream.out.waiting_bytes() > limits.waiting_bytes && remove(stream)) stream.out.drop()
  }

  function end(stream: Stream, text: string): void {
    if (!remove(stream)) return
    if (text !== '') stream.out.write(text)
    stream.out.end()
  }

  return {
    open: (viewer: Viewer, out: Outlet): Stream => {
      if (leaving) refuse('service_unavailable', 'This process is about to stop; connect again.', soon)
      return register.add({ ...viewer, out, ready: false })
    },
    close: (stream: Stream): void => void remove(stream),
    count: (): number => all.size,
    all: (): Stream[] => [...all],
    administrations: register.administrations,
    /** Sends what changed to those who are ready. */
    announce: (administration_id: string, changes: object): void => {
      const text = message('changed', { administration_id, ...changes })
      for (const stream of inside(administration_id)) if (stream.ready) write(stream, text)
    },
    /** Tells those who are new how long ago the last change was: they will hear of all that come after it. */
    greet: (administration_id: string, changed_ms_ago: number | null): void => {
      const text = message('ready', { administration_id, changed_ms_ago })
      for (const stream of inside(administration_id).filter(({ ready }) => !ready)) {
        stream.ready = true
        write(stream, text)
      }
    },
    beat: (): void => {
      for (const stream of [...all]) write(stream, beat)
    },
    /** Ends the stream of somebody who may not have it any more, and says so: it makes no sense to come again. */
    refuse: (stream: Stream): void => end(stream, message('ended', {})),
    /** Ends all of them, and lets nobody in any more. */
    leave: (): void => {
      leaving = true
      for (const stream of [...all]) end(stream, '')
    },
  }
}

/** Who is there, by administration and by person, within the limits. */
function makeRegister(limits: Limits) {
  const all = new Set<Stream>()
  const by_administration = new Map<string, Set<Stream>>()
  const by_person = new Map<string, number>()
  return {
    all,
    administrations: (): string[] => [...by_administration.keys()],
    inside: (administration_id: string): Stream[] => [...(by_administration.get(administration_id) ?? [])],
    add: (stream: Stream): Stream => {
      const own = by_person.get(stream.user_id) ?? 0
      if (own >= limits.of_person) refuse('too_many_requests', say_too_many, later)
      if (all.size >= limits.of_process) refuse('service_unavailable', say_full, later)
      all.add(stream)
      by_person.set(stream.user_id, own + 1)
      const here = by_administration.get(stream.administration_id) ?? new Set()
      by_administration.set(stream.administration_id, here.add(stream))
      return stream
    },
    /** Returns whether it was still there. */
    remove: (stream: Stream): boolean => {
      if (!all.delete(stream)) return false
      const own = (by_person.get(stream.user_id) ?? 1) - 1
      if (own === 0) by_person.delete(stream.user_id)
      else by_person.set(stream.user_id, own)
      const here = by_administration.get(stream.administration_id)
      here?.delete(stream)
      if (here?.size === 0) by_administration.delete(stream.administration_id)
      return true
    },
  }
}

const soon = { 'retry-after': '1' }
const later = { 'retry-after': '30' }
const say_too_many = 'You have too many pages open that follow what changes. Close some of them.'
const say_full = 'Too many pages follow what changes right now. Pages work without it; try again later.'

import { randomUUID } from 'node:crypto'
import { readdir, readlink, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode, isIdentityRunning, processIdentity } from './processes.ts'

// Several Dunlin processes may share one data folder. Both things they need for that live in one folder, as
// symbolic links that point at the identity of a process: a link is made with its content in one step, so a kill
// at any moment leaves either nothing or something complete.
//
// The lock is a row of numbered links of which the highest counts. It is free when it says so, or when the process
// it names is gone; whoever then manages to make the next number has it. Nothing is ever removed to take the lock,
// so two processes that find the same dead holder cannot take it from each other.

const free = 'free'

export type LockOptions = { folder: string; wait_ms: number; signal?: AbortSignal }

/** Runs the work while no other process, and no other call in this one, does so for the same folder. */
export async function withLock<T>(options: LockOptions, work: () => Promise<T>): Promise<T> {
  const { folder } = options
  const number = await takeLock(options)
  try {
    return await work()
  } finally {
    await freeLock(folder, number)
  }
}

export type Registration = { leave(): Promise<void>; others(): Promise<number> }

/** Enters this process in the register of those that use the server; once for every call. */
export async function registerProcess(folder: string): Promise<Registration> {
  const name = `user.${randomUUID()}`
  await symlink(await ownIdentity(), join(folder, name))
  return {
    leave: () => rm(join(folder, name), { force: true }),
    others: async () => {
      const names = (await readdir(folder)).filter((other) => other.startsWith('user.') && other !== name)
      const present = await Promise.all(names.map((other) => userRuns(join(folder, other))))
      return present.filter(Boolean).length
    },
  }
}

async function takeLock({ folder, wait_ms, signal }: LockOptions): Promise<number> {
  const me = await ownIdentity()
  const until = performance.now() + wait_ms
  for (;;) {
    signal?.throwIfAborted()
    const current = await highestLock(folder)
    const holder = current === 0 ? free : await readLink(lockPath(folder, current))
    if (holder !== null && (holder === free || !(await isIdentityRunning(holder)))) {
      if (await tryLock(folder, current + 1, me)) return current + 1
    } else if (performance.now() > until) {
      throw new Error(`Process ${holder?.split('.')[0] ?? '?'} is still busy with the embedded PostgreSQL.`)
    } else {
      await sleep(10)
    }
  }
}

async function tryLock(folder: string, number: number, me: string): Promise<boolean> {
  try {
    await symlink(me, lockPath(folder, number))
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
  const numbers = await lockNumbers(folder)
  if (numbers.some((other) => other > number)) {
    // Others went on between our look and our link, and already cleared away the number we then made.
    await rm(lockPath(folder, number), { force: true })
    return false
  }
  const older = numbers.filter((other) => other < number)
  await Promise.all(older.map((other) => rm(lockPath(folder, other), { force: true })))
  return true
}

async function freeLock(folder: string, number: number): Promise<void> {
  try {
    await symlink(free, lockPath(folder, number + 1))
  } catch {
    // A full disk or a folder that was thrown away must not keep the lock with us: removing our link frees it too.
  }
  await rm(lockPath(folder, number), { force: true })
}

async function highestLock(folder: string): Promise<number> {
  return Math.max(0, ...(await lockNumbers(folder)))
}

async function lockNumbers(folder: string): Promise<number[]> {
  return (await readdir(folder)).filter((name) => /^lock\.\d+$/.test(name)).map((name) => Number(name.slice(5)))
}

async function userRuns(path: string): Promise<boolean> {
  const identity = await readLink(path)
  if (identity === null) return false
  if (await isIdentityRunning(identity)) return true
  await rm(path, { force: true })
  return false
}

async function readLink(path: string): Promise<string | null> {
  try {
    return await readlink(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

async function ownIdentity(): Promise<string> {
  const identity = await processIdentity(process.pid)
  if (identity === null) throw new Error('This process cannot see itself in the list of processes.')
  return identity
}

function lockPath(folder: string, number: number): string {
  return join(folder, `lock.${number}`)
}

#!/usr/bin/env node
// Dunlin runs TypeScript as it is, which needs Node 22.18 or newer. npm brings one along; this finds it when somebody
// calls the command with an older one.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as module from 'node:module'
import { fileURLToPath } from 'node:url'

const itself = fileURLToPath(import.meta.url)
const brought = fileURLToPath(new URL('../../node_modules/.bin/node', import.meta.url))
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major > 22 || (major === 22 && minor >= 18)) {
  // Compiled code is kept between starts, which halves their cost.
  const { compileCacheFolder } = await import('./compile_cache.js')
  const folder = compileCacheFolder(process.env)
  if (folder !== null) module.enableCompileCache(folder)
  const { preparedProgram } = await import('./prepared.js')
  await import(preparedProgram() ?? '../src/main.ts')
} else if (existsSync(brought)) {
  const child = spawn(brought, [itself, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
} else {
  console.error(`Dunlin needs Node 22.18 or newer, and this is ${process.versions.node}. Run npm ci, which brings one.`)
  process.exit(1)
}

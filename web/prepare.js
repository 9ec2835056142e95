// npm runs this after every install. Where only what production needs was installed there is nothing to build with,
// and the pages that came along stay as they are.
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const web = fileURLToPath(new URL('.', import.meta.url))

if (hasVite()) {
  const { build } = await import('vite')
  process.chdir(web)
  await build({ root: web, logLevel: 'error' })
} else if (!existsSync(`${web}dist/index.html`)) {
  console.error('The pages are not built. Run npm ci with development dependencies once, or copy web/dist here.')
}

function hasVite() {
  try {
    createRequire(import.meta.url).resolve('vite')
    return true
  } catch {
    return false
  }
}

import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { file_groups } from './file_groups.ts'

/** The service that `npm run dev -w web` speaks to. */
const service = 'http://127.0.0.1:8080'
const paths = ['/v1', '/console', '/files', '/health', '/ready', '/metrics', '/openapi.json', '/docs']

/** The best quality takes seconds, which everybody who installs would wait for. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

// biome-ignore lint/style/noDefaultExport: Vite reads the default export.
export default defineConfig({
  plugins: [react(), early(), compressed()],
  // Everything stays a file of its own, so that caches can keep it.
  build: {
    assetsInlineLimit: 0,
    // Browsers that our pages need know it by themselves.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'portal.html'],
      output: {
        codeSplitting: { groups: file_groups },
      },
    },
  },
  server: {
    proxy: {
      ...Object.fromEntries(paths.map((path) => [path, service])),
      // Every link of a debtor opens the one page.
      '/portal': { target: service, bypass: ({ method }) => (method === 'GET' ? '/portal.html' : null) },
      // The address where other software sends people is a page when a browser opens it, and a form that is sent.
      '/oauth': { target: service, bypass: ({ method, url }) => (isConsentPage(method, url) ? '/index.html' : null) },
    },
  },
})

const isConsentPage = (method = '', url = ''): boolean => method === 'GET' && url.startsWith('/oauth/authorize?')

/**
 * Whoever is signed in sees the frame of the pages before any script has come: a page of its own for these addresses,
 * in which the frame is drawn by HTML alone. Styles stand before scripts, because nothing is drawn without them.
 */
function early(): Plugin {
  return {
    name: 'early',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html']
        if (index?.type !== 'asset') throw new Error('There is no index.html to make the page with a frame of.')
        const text = String(index.source)
        const sheets = /\s*<link rel="stylesheet"[^>]*>/g
        const styles = (text.match(sheets) ?? []).join('')
        index.source = text.replace(sheets, '').replace(/\s*<script type="module"/, (script) => styles + script)
        this.emitFile({
          type: 'asset',
          fileName: 'frame.html',
          source: index.source.replace('<body>', '<body data-frame>'),
        })
      },
    },
  }
}

/** Puts a .br and a .gz beside each script and style, so that the service compresses nothing while it serves. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const [fileName, file] of Object.entries(bundle)) {
          if (!/\.(js|css)$/.test(fileName)) continue
          const source = file.type === 'chunk' ? file.code : file.source
          this.emitFile({ type: 'asset', fileName: `${fileName}.br`, source: brotliCompressSync(source, brotli) })
          this.emitFile({ type: 'asset', fileName: `${fileName}.gz`, source: gzipSync(source) })
        }
      },
    },
  }
}

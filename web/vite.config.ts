// Two apps are built one after the other: the portal (index.html) and the sheet that form frames show (frame.html).
import react from '@vitejs/plugin-react'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

/** What the sign-in screen needs: React and a few small files of ours. */
const begin =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|preload-helper|rolldown[\\/]runtime|web[\\/]src[\\/](session[\\/](stored|leave|colorScheme)|ui[\\/](toast|Mark))|contract[\\/]src[\\/](screen|sign-in)\.ts/

/** Whole before the first schema is made: zod hears that it must not eval. */
const schemas = /node_modules[\\/]zod[\\/]|ui[\\/]withoutEval\.ts/

/** React, and what must come first: the styles that those of every sheet stand on, and the word to zod. */
const frameBegin =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|preload-helper|rolldown[\\/]runtime|frame[\\/](mantine|frame)\.css|ui[\\/]withoutEval\.ts/

/** What pages with documents and figures share, and the dashboard does without; the rules of bookkeeping apart from it. */
const papers =
  /contract[\\/]src[\\/](documents|parties|accounts|channel|reports)\.ts|infiniteQuery|[mM]utation|(DataTable|Textarea|StatusBadge|Modal|ModalBase|ConfirmDialog|remove-scroll[\w-]*)[\\/.]/
const books = /ledger[\\/]src/
const portal = (file: string) => !papers.test(file) && !books.test(file)

export default defineConfig({
  plugins: [react(), portalPage(), compressed()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Everything is a file under /assets/: the content security policy allows neither inline scripts nor data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Packing at the highest pressure takes most of the build's time, and may.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: 'index.html',
          output: {
            // The sign-in screen, the portal behind it, and a small file for each further page.
            codeSplitting: {
              groups: [
                { name: 'begin', test: begin, priority: 5 },
                { name: 'schemas', test: schemas, priority: 4 },
                { name: 'portal', test: portal, minShareCount: 2, priority: 3 },
                { name: 'papers', test: papers, minShareCount: 2, priority: 1 },
                { name: 'books', test: books, minShareCount: 2, priority: 2 },
              ],
            },
          },
        },
      },
    },
    // A frame has an origin of its own and with it a cache of its own, so sharing files with the portal would gain nothing.
    frame: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: 'frame.html',
          output: {
            // React and the common styles, what sheets share, and a small file for each form.
            codeSplitting: {
              groups: [
                { name: 'frame-begin', test: frameBegin, priority: 2 },
                { name: 'sheets', minShareCount: 2, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments)) {
        if (environment.config.consumer === 'client') await builder.build(environment)
      }
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/identity': 'http://localhost:3000' } },
})

/** The header as the shell will draw it, there before any script. Its styles are those of early.css. */
const header =
  '<div class="early"><svg width="26" height="26" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M2 3h12M2 7h7M2 11l3 3 8-7"/></svg><span>Talaan</span></div>'

/** portal.html is index.html for whoever is signed in: it asks for the portal at once, not after the sign-in screen's files. */
function portalPage(): Plugin {
  return {
    name: 'portal-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        const routes = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/routes.tsx'),
        )
        if (page?.type !== 'asset' || routes?.type !== 'chunk') return
        const html = String(page.source)
        const links = [...withImports(routes, bundle)]
          .filter(({ isEntry }) => !isEntry)
          .flatMap(({ fileName, viteMetadata }) => [
            `<link rel="modulepreload" crossorigin href="/${fileName}">`,
            ...[...(viteMetadata?.importedCss ?? [])].map(
              (css) => `<link rel="preload" as="style" crossorigin href="/${css}">`,
            ),
          ])
          .filter((link) => !html.includes(link))
        this.emitFile({
          type: 'asset',
          fileName: 'portal.html',
          source: html
            .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
            .replace('<div id="root"></div>', `<div id="root">${header}</div>`),
        })
      },
    },
  }
}

type Chunk = Rolldown.OutputChunk

function withImports(chunk: Chunk, bundle: Rolldown.OutputBundle, found = new Set<Chunk>()): Set<Chunk> {
  if (found.has(chunk)) return found
  found.add(chunk)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') withImports(imported, bundle, found)
  }
  return found
}

const packed = { brotli: promisify(brotliCompress), gzip: promisify(gzip) }

/** The server sends files as they were packed here once, at the highest pressure. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg)$/.test(fileName))
        await Promise.all(
          files.map(async (file) => {
            const source = file.type === 'chunk' ? file.code : file.source
            const [br, gz] = await Promise.all([packed.brotli(source), packed.gzip(source, { level: 9 })])
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz })
          }),
        )
      },
    },
  }
}

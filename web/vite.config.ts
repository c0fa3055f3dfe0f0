// Two apps are built one after the other: the portal (index.html) and the sheet that form frames show (frame.html).
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firsts } from './src/first.ts'

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
/** What only the pages of tax returns share makes files of its own. */
const taxes = /web[\\/]src[\\/](tax|sheet)[\\/]|contract[\\/]src[\\/]filings\.ts/
const portal = (file: string) => !papers.test(file) && !books.test(file) && !taxes.test(file)

/** Schemas and endpoints that nobody uses do nothing, so they need not be sent. */
const treeshake = {
  manualPureFunctions: ['z', 'endpoint'],
  moduleSideEffects: [{ test: /(contract|ledger)[\\/]src[\\/]/, sideEffects: false }],
}

export default defineConfig({
  plugins: [react(), withoutJsonSchema(), sheetsOnly(), portalPage(), onePage(), compressed()],
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
          treeshake,
          output: {
            // The sign-in screen, the portal behind it, and a small file for each further page.
            codeSplitting: {
              groups: [
                { name: 'early', test: /web[\\/]src[\\/]early\.ts/, priority: 6 },
                { name: 'begin', test: begin, priority: 5 },
                { name: 'schemas', test: schemas, priority: 4 },
                { name: 'portal', test: portal, minShareCount: 2, priority: 3 },
                {
                  ...{ name: 'papers', test: papers, minShareCount: 2, priority: 1 },
                  ...{ entriesAware: true, entriesAwareMergeThreshold: 20_000 },
                },
                {
                  ...{ name: 'books', test: books, minShareCount: 2, priority: 2 },
                  ...{ entriesAware: true, entriesAwareMergeThreshold: 10_000 },
                },
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
          treeshake,
          output: {
            // React and the common styles, what sheets share, and a small file for each form.
            codeSplitting: {
              groups: [
                { name: 'frame-begin', test: frameBegin, priority: 2 },
                // What only a few share is no burden for the others.
                { name: 'sheets', minShareCount: 7, priority: 1 },
              ],
            },
          },
        },
      },
    },
    // The verifier is handed out with an exported year and opened from a disk: one page with all it needs in it.
    verifier: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        cssCodeSplit: false,
        rolldownOptions: { input: 'verifier.html', treeshake },
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
        const early = chunkOf('early.ts')
        const html = String(page.source).replace(
          /(?=<script type="module")/,
          early ? `<script type="module" async crossorigin src="/${early.fileName}"></script>\n    ` : '',
        )
        const links = linksTo(routes).filter((link) => !html.includes(link))
        const source = html
          .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
          .replace('<div id="root"></div>', `<div id="root">${header}</div>`)
        this.emitFile({ type: 'asset', fileName: 'portal.html', source })

        // What each page needs besides, which the server puts into the head of the one that is asked for.
        const heads = firsts.map(({ path, files, roles, calls }) => {
          const drawing = files.flatMap((file) => {
            const chunk = chunkOf(file)
            if (!chunk) throw new Error(`No file of its own was made of ${file}.`)
            return linksTo(chunk).filter((link) => !source.includes(link))
          })
          const first = JSON.stringify({ roles, calls }).replaceAll('&', '&amp;')
          return { path, head: [...new Set(drawing), `<meta name="first" content='${first}'>`].join('\n    ') }
        })
        this.emitFile({ type: 'asset', fileName: 'heads.json', source: JSON.stringify(heads) })

        function chunkOf(file: string): Chunk | undefined {
          const isOf = (id: string) => id.endsWith(`/src/${file}`)
          const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
          return (
            chunks.find(({ facadeModuleId }) => facadeModuleId && isOf(facadeModuleId)) ??
            chunks.find(({ moduleIds }) => moduleIds.some(isOf))
          )
        }

        function linksTo(chunk: Chunk): string[] {
          return [...withImports(chunk, bundle)]
            .filter((each) => !each.isEntry && each !== early)
            .flatMap(({ fileName, viteMetadata }) => [
              `<link rel="modulepreload" crossorigin href="/${fileName}">`,
              ...[...(viteMetadata?.importedCss ?? [])].map(
                (css) => `<link rel="preload" as="style" crossorigin href="/${css}">`,
              ),
            ])
        }
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

/** Puts script and styles of the verifier into its page, under a policy that lets in nothing else. */
function onePage(): Plugin {
  return {
    name: 'one-page',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'verifier',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['verifier.html']
        const script = Object.values(bundle).find((file) => file.type === 'chunk')
        const style = Object.values(bundle).find((file) => file.fileName.endsWith('.css'))
        if (page?.type !== 'asset' || script?.type !== 'chunk' || style?.type !== 'asset')
          throw new Error('The verifier page was not made of one script and one style sheet.')
        const code = script.code.replaceAll('</script', '<\\/script')
        const css = String(style.source)
        const policy = `default-src 'none'; script-src 'sha256-${digestOf(code)}'; style-src 'sha256-${digestOf(css)}'`
        const html = String(page.source)
          .replace(/ *<(script|link)\b[^>]*(src|href)="[^"]*"[^>]*>(<\/script>)?\n?/g, '')
          .replace(
            '</title>',
            () =>
              `</title>\n    <meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <style>${css}</style>`,
          )
          .replace('</body>', () => `  <script type="module">${code}</script>\n  </body>`)
        for (const fileName of Object.keys(bundle)) delete bundle[fileName]
        this.emitFile({ type: 'asset', fileName: 'verifier.html', source: html })
      },
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

/** A sheet takes kind, series and words of a document kind (FormKind.document); the rules that judge and post stay with the server. */
function sheetsOnly(): Plugin {
  return {
    name: 'sheets-only',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'frame',
    transform: {
      filter: { id: /ledger[\\/]src[\\/]documents[\\/][\w-]+\.ts$/, code: ': DocumentKind<' },
      handler: (code) => ({ code: code.replaceAll(/^ {2}(post|receipt)\([\s\S]*?^ {2}\},\n/gm, ''), map: null }),
    },
  }
}

/** Nobody here asks a schema for its JSON Schema, and zod carries the means to it with every schema: a seventh of its weight. */
function withoutJsonSchema(): Plugin {
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform: {
      filter: { id: /zod[\\/]v4[\\/]core[\\/](json-schema-processors|to-json-schema)\.js$/ },
      handler(code, id) {
        const isWriter = id.endsWith('to-json-schema.js')
        // What the processors stand on also tells a schema its smallest and largest values, and stays.
        const kept = isWriter
          ? ''
          : code.slice(0, code.indexOf('export const stringProcessor')).replace(/^import .*to-json-schema.*$/m, '')
        const names = [
          ...code
            .slice(kept.length && code.indexOf('export const stringProcessor'))
            .matchAll(/^export (?:const|function) (\w+)/gm),
        ].map(([, name]) => name)
        if (names.length < 5) throw new Error(`${id} is no longer as it was; look at withoutJsonSchema.`)
        const none = names.map((name) => `export const ${name} = none;`).join('\n')
        const also = isWriter ? 'export { none as process };' : ''
        return { code: `${kept}\nfunction none() { return none }\n${none}\n${also}`, map: null }
      },
    },
  }
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
        const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css|svg|html)$/.test(fileName))
        const sizes = new Map<string, number>()
        await Promise.all(
          files.map(async (file) => {
            const source = file.type === 'chunk' ? file.code : file.source
            const [br, gz] = await Promise.all([packed.brotli(source), packed.gzip(source, { level: 9 })])
            sizes.set(file.fileName, br.length)
            // Pages get a nonce each time, so they are not packed before.
            if (file.fileName.endsWith('.html')) return
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br })
            this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz })
          }),
        )
        const weights = JSON.stringify(weightsIn(bundle, sizes), null, 1)
        this.emitFile({ type: 'asset', fileName: `weights-${this.environment.name}.json`, source: weights })
      },
    },
  }
}

/** What scripts/weights.ts looks at: the files of the beginning, and of each module that is fetched later, with their sizes. */
function weightsIn(bundle: Rolldown.OutputBundle, sizes: ReadonlyMap<string, number>) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (chunk: Chunk) =>
    [...withImports(chunk, bundle)].flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ])
  const sized = (names: string[]) => Object.fromEntries(names.map((name) => [name, sizes.get(name) ?? 0]))
  return {
    pages: sized([...sizes.keys()].filter((name) => name.endsWith('.html'))),
    begin: sized(chunks.filter(({ isEntry }) => isEntry).flatMap(filesOf)),
    later: Object.fromEntries(
      chunks
        .filter(({ isDynamicEntry }) => isDynamicEntry)
        .map((chunk) => [chunk.facadeModuleId?.split('/src/').at(-1) ?? chunk.name, sized(filesOf(chunk))]),
    ),
  }
}

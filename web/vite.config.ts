// Two apps are built one after the other: the portal (index.html) and the sheet that form frames show (frame.html).
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firsts } from './src/app/first.ts'

/** React, and the styles that those of every sheet stand on, which must come first. */
const frameBegin =
  /node_modules[\\/](react|react-dom|scheduler)[\\/]|preload-helper|rolldown[\\/]runtime|runtime[\\/](mantine|frame)\.css/

/** The portal leads to all of Mantine by one list of names; these parts of it only some pages use. */
const rare =
  /components[\\/](PasswordInput|Checkbox|Switch|Textarea|SegmentedControl|FloatingIndicator|Progress|Combobox)[\\/]/

/** What nearly every further page needs comes with the portal, so that each fetches only few files of its own. */
const common =
  /ledger[\\/]src[\\/]core[\\/](money|date|fields)\.ts|contract[\\/]src[\\/](documents|parties)\.ts|ui[\\/](DataTable|StatusBadge|ConfirmDialog|DayInput|MoneyInput|NotYet)|documents\.module|session[\\/](modal|recent)|styles[\\/](Overlay|CloseButton|ModalBase|Modal|FloatingIndicator|SegmentedControl)\.css/

/** What pages of one kind have in common is one file for all of them, though one or the other could do with less. */
const shared = [
  { name: 'reports', test: /[\\/]reports[.\\/](?!.*\.css)/ },
  {
    name: 'lists',
    test: /documents[\\/](DocumentList|DocumentBadge|mantine)|components[\\/](SegmentedControl|FloatingIndicator)[\\/]/,
  },
  { name: 'chart', test: /ledger[\\/]src[\\/](accounts[\\/]chart|tax[\\/]vat)\.ts|contract[\\/]src[\\/]accounts\.ts/ },
]

/** What is made when it is loaded, and stands on nothing but itself. */
const made = /node_modules[\\/]zod[\\/]|(contract|ledger)[\\/]src[\\/]/

/** The channel names all calls of all sheets; what these bring along only one or two of them take. Collections and payments, the heaviest, pick parties from a list of their own. */
const ofFew =
  /ledger[\\/]src[\\/](looseleaf|banking[\\/](cheques|formats|checks)|documents[\\/]pettycashfund)|contract[\\/]src[\\/](books|petty-cash|cheques|statements)\.ts|fields[\\/](PartyField|balanceWords)|ui[\\/]PartyPicker/

/** Schemas and endpoints that nobody uses do nothing, so they need not be sent. */
const treeshake = {
  manualPureFunctions: ['z', 'endpoint'],
  moduleSideEffects: [{ test: /(contract|ledger)[\\/]src[\\/]/, sideEffects: false }],
}

export default defineConfig({
  plugins: [react(), portalPage(), onePage(), compressed()],
  build: {
    target: 'es2023',
    sourcemap: false,
    // Everything is a file under /assets/: the content security policy allows neither inline scripts nor data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Packing at the highest pressure takes most of the build's time, and may.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      onLog(level, log, say) {
        if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(`${log.message} Give it there too.`)
        say(level, log)
      },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: 'index.html',
          treeshake,
          output: {
            // The sign-in screen, the portal behind it in two pieces that are run apart, and few files for each further page: a
            // browser asks for six at a time and waits for each round, so what is needed together is one file.
            codeSplitting: {
              groups: [
                { name: 'early', test: /web[\\/]src[\\/]app[\\/]early\.ts/, priority: 6 },
                { name: (id, asked) => (beginNeeds(id, asked) ? 'begin' : null), priority: 5 },
                { name: (id, asked) => (portalTakes(id, asked) ? 'schemas' : null), test: made, priority: 4 },
                { name: (id, asked) => (portalTakes(id, asked) ? 'portal' : null), priority: 3 },
                ...shared.map((group) => ({ ...group, minShareCount: 2, priority: 2 })),
                { name: 'some', minShareCount: 2, entriesAware: true },
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
                {
                  ...{ name: 'sheets', test: (id) => !ofFew.test(id), minShareCount: 6, priority: 1 },
                  includeDependenciesRecursively: false,
                },
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

const beginNeeds = neededBy('main.tsx')
const portalNeeds = neededBy('routes.tsx', 'app/session/signIn.ts')
const portalTakes = (id: string, asked: Rolldown.ChunkingContext) =>
  common.test(id) || (portalNeeds(id, asked) && !rare.test(id))

/** Whether modules of web/src need another before they can run. */
function neededBy(...modules: string[]): (id: string, asked: Rolldown.ChunkingContext) => boolean {
  let needed: Set<string> | undefined
  return (id, asked) => {
    needed ??= new Set(modules.map((module) => join(import.meta.dirname, 'src', module)))
    // A set goes on to what is added to it meanwhile.
    for (const each of needed) for (const imported of asked.getModuleInfo(each)?.importedIds ?? []) needed.add(imported)
    return needed.has(id)
  }
}

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
        const routes = chunkOf('routes.tsx')
        if (page?.type !== 'asset' || routes === undefined) return
        const early = chunkOf('app/early.ts')
        const signIn = String(page.source)
        // Schemas are made while the rest is still on its way, in a task of their own.
        const schemas = Object.values(bundle).find((each) => each.type === 'chunk' && each.name === 'schemas')
        const atOnce = [early, schemas].filter((chunk) => chunk !== undefined)
        const html = signIn.replace(
          /(?=<script type="module")/,
          atOnce
            .map(({ fileName }) => `<script type="module" async crossorigin src="/${fileName}"></script>\n    `)
            .join(''),
        )
        const links = linksTo(routes).filter((link) => !atOnce.some(({ fileName }) => link.includes(fileName)))
        const source = html
          .replace('</head>', `  ${links.join('\n    ')}\n  </head>`)
          .replace('<div id="root"></div>', `<div id="root">${header}</div>`)
        this.emitFile({ type: 'asset', fileName: 'portal.html', source })

        // What each page needs besides, which the server puts into the head of the one that is asked for.
        const heads = firsts.map(({ path, files, roles, calls }) => {
          const drawing = files.flatMap((file) => {
            const chunk = chunkOf(file)
            if (!chunk) throw new Error(`No file of its own was made of ${file}.`)
            // A browser opens six ways to a server: the calls that early.ts begins go before the page that draws their answers.
            return linksTo(chunk)
              .filter((link) => !source.includes(link))
              .map((link) => link.replace(' crossorigin', ' fetchpriority="low" crossorigin'))
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
            .filter((each) => each !== early && !signIn.includes(each.fileName))
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
        const isAskedFor = (id: string) => (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
        const weights = JSON.stringify(weightsIn(bundle, sizes, isAskedFor), null, 1)
        this.emitFile({ type: 'asset', fileName: `weights-${this.environment.name}.json`, source: weights })
      },
    },
  }
}

/** What scripts/weights.ts looks at: the files of the beginning, and of each module that is asked for later, with their sizes. */
function weightsIn(
  bundle: Rolldown.OutputBundle,
  sizes: ReadonlyMap<string, number>,
  isAskedFor: (id: string) => boolean,
) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const filesOf = (chunk: Chunk) =>
    [...withImports(chunk, bundle)].flatMap(({ fileName, viteMetadata }) => [
      fileName,
      ...(viteMetadata?.importedCss ?? []),
    ])
  const sized = (names: string[]) => Object.fromEntries(names.map((name) => [name, sizes.get(name) ?? 0]))
  const isFirst = ({ isEntry, moduleIds }: Chunk) => isEntry || moduleIds.some((id) => id.endsWith('/src/main.tsx'))
  return {
    pages: sized([...sizes.keys()].filter((name) => name.endsWith('.html'))),
    begin: sized(chunks.filter(isFirst).flatMap(filesOf)),
    later: Object.fromEntries(
      chunks.flatMap((chunk) =>
        chunk.moduleIds
          .filter((id) => id.includes('/src/') && isAskedFor(id))
          .map((id) => [id.split('/src/').at(-1), sized(filesOf(chunk))]),
      ),
    ),
  }
}

// Three apps are built one after the other: the portal (index.html for signing in, portal.html for everything behind it), the
// forms in frames (frame.html), and the verifier, which is a single file.
import react from '@vitejs/plugin-react'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { firsts } from './src/app/first.ts'
import { forms } from './src/frame/forms.ts'

export default defineConfig({
  plugins: [react(), onePage()],
  build: {
    target: 'es2023',
    // Everything is a file under /assets/: the content security policy allows neither inline scripts nor data: modules.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The limits of each page are in scripts/weights.ts; the charts alone have more than 500 kB.
    chunkSizeWarningLimit: 600,
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: {
    client: {
      build: {
        // The server reads from it which files a page needs (server/src/http/preloads.ts), scripts/weights.ts their sizes.
        manifest: 'portal.json',
        rolldownOptions: {
          input: ['index.html', 'portal.html', 'src/app/early.ts'],
          output: {
            // A browser loads six files at a time, so files needed together are one file: the sign-in screen, and the portal.
            codeSplitting: {
              groups: [
                { name: 'early', test: /[\\/]app[\\/]early\.ts$/, priority: 3 },
                { name: 'begin', tags: ['$initial'], priority: 2 },
                { name: portal(), priority: 1 },
              ],
            },
          },
        },
      },
    },
    // A frame has its own origin and cache, so sharing files with the portal would gain nothing.
    frame: {
      consumer: 'client',
      build: {
        manifest: 'frame.json',
        emptyOutDir: false,
        rolldownOptions: {
          input: 'frame.html',
          output: {
            codeSplitting: {
              groups: [
                { name: 'frame', tags: ['$initial'], priority: 1 },
                // Code that only a few forms share would burden the others.
                { name: 'sheets', minShareCount: 6 },
              ],
            },
          },
        },
      },
    },
    // The verifier is delivered with an exported year and opened from disk.
    verifier: {
      consumer: 'client',
      build: { emptyOutDir: false, cssCodeSplit: false, rolldownOptions: { input: 'verifier.html' } },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments))
        if (environment.config.consumer === 'client') await builder.build(environment)
      const { root, build } = builder.config
      const first = { pages: firsts, forms: formFiles() }
      await writeFile(resolve(root, build.outDir, 'first.json'), JSON.stringify(first))
      await compress(resolve(root, build.outDir, 'assets'))
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000', '/identity': 'http://localhost:3000' } },
})

/** The code that the page behind the sign-in screen needs to run, and code shared by many of the parts that are loaded later. */
function portal(): Rolldown.CodeSplittingNameFunction {
  const commonFrom = 20
  let modules: Set<string> | undefined
  return (id, graph) => {
    modules ??= taken(graph)
    return modules.has(id) ? 'portal' : null
  }

  function taken(graph: Rolldown.ChunkingContext): Set<string> {
    const later = new Set<string>()
    const neededBy = (module: string) => {
      const needed = new Set([module])
      // Iterating over a set includes entries added meanwhile.
      for (const each of needed) {
        const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(each) ?? {}
        for (const imported of importedIds) needed.add(imported)
        for (const part of dynamicallyImportedIds) later.add(part)
      }
      return needed
    }
    const all = neededBy(join(import.meta.dirname, 'src/routes.tsx'))
    const uses = new Map<string, number>()
    for (const part of later) for (const id of neededBy(part)) uses.set(id, (uses.get(id) ?? 0) + 1)
    for (const [id, count] of uses) if (count >= commonFrom) all.add(id)
    return all
  }
}

/** The file of each form, as the manifest names it below src. */
const formFiles = () => Object.fromEntries(Object.entries(forms).map(([name, [file]]) => [name, `frame/forms/${file}`]))

const packed = { br: promisify(brotliCompress), gz: (source: Buffer) => promisify(gzip)(source, { level: 9 }) }

/** The server sends files as compressed here once, at the highest level. */
async function compress(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    files.map(async (name) => {
      const source = await readFile(join(folder, name))
      for (const [ending, pack] of Object.entries(packed))
        await writeFile(join(folder, `${name}.${ending}`), await pack(source))
    }),
  )
}

/** Inlines script and styles into the verifier's page, under a policy that allows nothing else. */
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
        const head = `<meta http-equiv="Content-Security-Policy" content="${policy}" />\n    <style>${css}</style>`
        const html = String(page.source)
          .replace(/ *<(script|link)\b[^>]*(src|href)="[^"]*"[^>]*>(<\/script>)?\n?/g, '')
          .replace('</title>', () => `</title>\n    ${head}`)
          .replace('</body>', () => `  <script type="module">${code}</script>\n  </body>`)
        for (const fileName of Object.keys(bundle)) delete bundle[fileName]
        this.emitFile({ type: 'asset', fileName: 'verifier.html', source: html })
      },
    },
  }
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('base64')

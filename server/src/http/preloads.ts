// Preloads the files of each page, which Vite lists in its manifest with each build, so that the browser fetches them in parallel.
// A page that is not in the list only loads more slowly.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; name?: string; imports?: string[]; css?: string[]; isDynamicEntry?: boolean }
export type Manifest = Readonly<Record<string, Chunk>>

/** The built web/src/app/first.ts: the first files and calls of each page and form. */
export type First = {
  pages: readonly { path: string; files: readonly string[]; roles: readonly string[]; calls: readonly object[] }[]
  forms: Readonly<Record<string, string>>
}

export const readBuilt = <T>(webDir: string, name: string): T | undefined => {
  const file = join(webDir, name)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as T) : undefined
}

/** The files of modules or groups with these names, and of their dependencies. */
export function filesOf(manifest: Manifest, modules: readonly string[]): Set<string> {
  const seen = new Set(
    Object.entries(manifest).flatMap(([key, { name }]) =>
      modules.includes(key) || modules.includes(name ?? '') ? [key] : [],
    ),
  )
  const files = new Set<string>()
  // Iteration includes items that are added to the set meanwhile.
  for (const key of seen) {
    const chunk = manifest[key]
    if (chunk === undefined) continue
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const next of chunk.imports ?? []) seen.add(next)
  }
  return files
}

const inSources = (file: string) => `src/${file}`

/** The page of a route, which preloads its files. early.ts starts its first calls before the portal is loaded. */
export function portalPages(webDir: string, html: string): (path: string) => string {
  const manifest = readBuilt<Manifest>(webDir, 'portal.json')
  const first = readBuilt<First>(webDir, 'first.json')
  if (manifest === undefined || first === undefined) return () => html
  const early = manifest['src/app/early.ts']?.file ?? ''
  const begun = `<script type="module" async crossorigin src="/${early}"></script>`
  const portal = asking(
    html.replace('<script', () => `${begun}\n    <script`),
    filesOf(manifest, ['portal']),
  )
  const pages = first.pages.map(({ path, files, roles, calls }) => {
    const said = JSON.stringify({ roles, calls }).replaceAll('&', '&amp;').replaceAll("'", '&#39;')
    // Browsers open six connections to a server, so the calls go before the files.
    const own = asking(portal, filesOf(manifest, files.map(inSources)), ' fetchpriority="low"')
    return {
      is: new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'),
      html: own.replace('</head>', () => `  <meta name="first" content='${said}'>\n  </head>`),
    }
  })
  return (path) => pages.find(({ is }) => is.test(path))?.html ?? portal
}

/** The page of a form's frame, which preloads the files of the form. */
export function formPages(webDir: string, html: string): (form: string) => string {
  const manifest = readBuilt<Manifest>(webDir, 'frame.json') ?? {}
  const forms = Object.entries(readBuilt<First>(webDir, 'first.json')?.forms ?? {})
  const pages = new Map(forms.map(([form, file]) => [form, asking(html, filesOf(manifest, [inSources(file)]))]))
  return (form) => pages.get(form) ?? html
}

/** Adds preloads of these files to a page, except those it already has. */
function asking(html: string, files: ReadonlySet<string>, how = ''): string {
  const links = [...files]
    .filter((file) => !html.includes(`/${file}"`))
    .map((file) =>
      file.endsWith('.css')
        ? `<link rel="preload" as="style"${how} crossorigin href="/${file}">`
        : `<link rel="modulepreload"${how} crossorigin href="/${file}">`,
    )
  return html.replace('</head>', () => [...links.map((link) => `  ${link}\n  `), '</head>'].join(''))
}

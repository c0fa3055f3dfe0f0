// Writes sbom.cdx.json, the list of the packages in the product, and NOTICE with their licences. A test fails if a file is
// out of date or a licence is not allowed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, root } from './install.mjs'

type Licence = { license: { id?: string; name?: string } } | { expression: string }
type Component = {
  'bom-ref': string
  name: string
  version: string
  licenses?: Licence[]
  hashes?: { content: string }[]
}
export type Sbom = {
  serialNumber?: string
  metadata: { timestamp?: string; tools?: unknown; component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
export type Package = { name: string; version: string; licence: string; folder: string }

/** Licences that require only their text in NOTICE. Adding another one is a decision. */
export const allowedLicences = [
  ...['MIT', 'MIT-0', 'ISC', 'Zlib', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', '0BSD', 'CC0-1.0'],
  // The fonts.
  'OFL-1.1',
]
/** Packages without a licence in package.json, with the licence in their LICENSE file. */
const unnamed: Record<string, string> = { 'png-js@2.0.0': 'MIT' }

const sbomFile = join(root, 'sbom.cdx.json')
const noticeFile = join(root, 'NOTICE')

export function makeSbom(): Sbom {
  const { command, args } = npm()
  const { stdout, stderr, status } = spawnSync(
    command,
    [...args, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: command.endsWith('.cmd') },
  )
  if (status !== 0) throw new Error(`npm could not list the packages: ${stderr}`)
  const sbom = JSON.parse(stdout) as Sbom
  // npm's own --omit=dev also omits packages that another workspace needs only for development.
  const product = new Set(packagesInLock().map(({ name, version }) => `${name}@${version}`))
  sbom.components = sbom.components.filter(({ 'bom-ref': ref }) => product.has(ref)).toSorted(byRef)
  sbom.dependencies = sbom.dependencies
    .filter(({ ref }) => product.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => product.has(each)).toSorted() }))
    .toSorted((a, b) => (a.ref < b.ref ? -1 : 1))
  for (const component of sbom.components) {
    const id = unnamed[component['bom-ref']]
    if (id !== undefined) component.licenses ??= [{ license: { id } }]
  }
  // The file depends only on the packages, not on time or machine.
  delete sbom.serialNumber
  delete sbom.metadata.timestamp
  delete sbom.metadata.tools
  sbom.metadata.component.name = 'talaan'
  return sbom
}

const byRef = (a: Component, b: Component) => (a['bom-ref'] < b['bom-ref'] ? -1 : 1)

type Locked = { version: string; integrity?: string; dev?: boolean; devOptional?: boolean; link?: boolean }

/** The packages that package-lock.json doesn't mark as needed for development only. */
export function packagesInLock(): { name: string; version: string; folder: string; integrity: string }[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> }
  return Object.entries(lock.packages)
    .filter(
      ([folder, { dev, devOptional, link }]) => /(^|\/)node_modules\//.test(folder) && !(dev || devOptional || link),
    )
    .map(([folder, { version, integrity = '' }]) => ({
      name: folder.replace(/.*node_modules\//, ''),
      version,
      folder,
      integrity,
    }))
}

export const readSbom = (): Sbom => JSON.parse(readFileSync(sbomFile, 'utf8')) as Sbom
export const readNotice = (): string => readFileSync(noticeFile, 'utf8')

/** The packages for NOTICE with their licences, in the order of the list. */
export function packagesOf({ components }: Sbom): Package[] {
  const folders = new Map(packagesInLock().map(({ name, version, folder }) => [`${name}@${version}`, folder]))
  return components.map(({ 'bom-ref': ref, version, licenses = [] }) => ({
    name: ref.slice(0, ref.lastIndexOf('@')),
    version,
    licence: licenses.map(nameOf).join(' AND '),
    folder: folders.get(ref) ?? '',
  }))
}

const nameOf = (licence: Licence): string =>
  'expression' in licence ? licence.expression : (licence.license.id ?? licence.license.name ?? '')

/** One of the licences joined by OR must be allowed, and all of those joined by AND. */
export function isAllowed(licence: string): boolean {
  const one = licence.replaceAll(/[()]/g, '')
  const sides = one.split(' OR ')
  return sides.some((side) => side.split(' AND ').every((name) => allowedLicences.includes(name)))
}

/** Each licence text once, below the packages that it belongs to. */
export function makeNotice(packages: readonly Package[]): string {
  const [nodes, others] = [packages.filter(isNode), packages.filter((each) => !isNode(each))]
  const sections = Map.groupBy(others, textOf)
  return [
    'Talaan contains the following packages. sbom.cdx.json lists them with their versions, digests and dependencies.',
    `Node.js ${[...new Set(nodes.map(({ version }) => version))].join(', ')} comes as a package for each platform: ` +
      `${nodes.map(({ name }) => name).join(', ')}. Its licence and those of the libraries in it are the file LICENSE of that package.`,
    ...[...sections].map(([text, those]) => `${line}\n${those.map(titleOf).join('\n')}\n\n${text}`),
  ].join('\n\n')
}

const line = '-'.repeat(80)
const isNode = ({ name }: Package) => /^node-(bin-)?(linux|darwin|win)-/.test(name)
const titleOf = ({ name, version, licence }: Package) => `${name} ${version} (${licence})`

function textOf({ folder, licence }: Package): string {
  const path = join(root, folder)
  const names = existsSync(path) ? readdirSync(path).toSorted() : []
  const texts = names
    .filter((name) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(name))
    .map((name) => readFileSync(join(path, name), 'utf8').replaceAll('\r\n', '\n').trim())
  return `${texts.join('\n\n') || `The package has no licence file; its package.json says ${licence}.`}\n`
}

if (import.meta.main) {
  const sbom = makeSbom()
  writeFileSync(sbomFile, `${JSON.stringify(sbom, null, 2)}\n`)
  writeFileSync(noticeFile, makeNotice(packagesOf(sbom)))
  console.log(`sbom.cdx.json and NOTICE list ${packagesOf(sbom).length} packages.`)
}

// The company logo: a file that is checked at startup by its content, not by its name.
import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

export type Logo = { type: 'image/svg+xml' | 'image/png'; bytes: Buffer; address: string }

/** Served at this path, with a digest in the query, so that a new logo has a new URL. */
export const logoPath = '/company-logo'

const maxBytes = 100_000
const maxPixels = 2000

/** The logo, or the reason why the file is refused. */
export function readLogo(path: string): Logo | { refused: string } {
  let bytes: Buffer
  try {
    const { size } = statSync(path)
    if (size > maxBytes) {
      return {
        refused: `is ${Math.ceil(size / 1000)} kB; the limit is 100 kB because the login page loads it`,
      }
    }
    bytes = readFileSync(path)
  } catch (error) {
    return { refused: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'})` }
  }
  const type = isPng(bytes) ? 'image/png' : isSvg(bytes) ? 'image/svg+xml' : undefined
  if (type === undefined) return { refused: 'is neither a PNG picture nor an SVG drawing' }
  const refused = type === 'image/png' ? pngRefusal(bytes) : svgRefusal(bytes.toString('utf8'))
  if (refused !== undefined) return { refused }
  const print = createHash('sha256').update(bytes).digest('hex').slice(0, 12)
  return { type, bytes, address: `${logoPath}?${print}` }
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const isPng = (bytes: Buffer): boolean =>
  bytes.length >= 24 && bytes.subarray(0, 8).equals(pngSignature) && bytes.toString('latin1', 12, 16) === 'IHDR'

function pngRefusal(bytes: Buffer): string | undefined {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width > 0 && height > 0 && width <= maxPixels && height <= maxPixels) return undefined
  return `measures ${width} by ${height} pixels; the limit is ${maxPixels} by ${maxPixels}`
}

/** The root element is <svg>; before it are at most a declaration and comments. */
const isSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*(<\?xml[^>]*\?>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE[^>]*>\s*)*<svg[\s>]/i.test(bytes.toString('utf8'))

/** Browsers run no scripts in images, and the content security policy forbids them too; active content is refused anyway. */
const unwanted: readonly [what: RegExp, words: string][] = [
  [/<(\w+:)?script/i, 'contains a script'],
  [/\son\w+\s*=/i, 'contains an event handler'],
  [/javascript:/i, 'contains a script address'],
  [/<(\w+:)?(foreignObject|iframe|embed|object|audio|video)\b/i, 'contains elements that are not part of a drawing'],
  [/<!(ENTITY|ATTLIST|ELEMENT)|<!DOCTYPE[^>]*\[/i, 'defines entities'],
  [/(href|src)\s*=\s*["']\s*(?!["'#]|data:image\/(png|jpeg);)/i, 'refers to another file'],
  [/@import|url\(\s*["']?\s*(?!["'#)])/i, 'refers to another file'],
]

function svgRefusal(drawing: string): string | undefined {
  const found = unwanted.find(([what]) => what.test(drawing))
  return found && `${found[1]}; save it again as a plain SVG, or as a PNG`
}

// A minimal XML reader for bank files: document types, processing instructions and custom entities are refused first.
// Source: W3C, Extensible Markup Language (XML) 1.0.
import { quoted, UnreadableStatement } from './unreadable.ts'

export type Element = {
  /** Without its namespace prefix. */
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const deepest = 64
const maxElements = 2_000_000

/** The root element. Throws UnreadableStatement with the line if it is not well-formed, too deep, or not allowed. */
export function readXml(text: string): Element {
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new UnreadableStatement(
      'This XML file contains a DOCTYPE, which Talaan does not accept. Download the statement again, or in another format.',
    )
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open: Element[] = [root]
  let [at, elements] = [0, 0]
  const lineAt = (place: number) => text.slice(0, place).split('\n').length
  const wrong = (place: number, sentence: string) => new UnreadableStatement(`Line ${lineAt(place)}: ${sentence}`)
  const skipTo = (mark: string, from: number, what: string): number => {
    const end = text.indexOf(mark, from)
    if (end < 0) throw wrong(from, `${what} is not closed. The file is incomplete. Download it again.`)
    return end + mark.length
  }
  while (at < text.length) {
    const parent = open.at(-1)
    const next = text.indexOf('<', at)
    const said = text.slice(at, next < 0 ? text.length : next)
    if (parent === undefined || (parent === root && said.trim() !== ''))
      throw wrong(at, `${quoted(said)} is outside the document.`)
    parent.text += unescaped(said, (sentence) => wrong(at, sentence))
    if (next < 0) break
    if (text.startsWith('<!--', next)) at = skipTo('-->', next, 'a comment')
    else if (text.startsWith('<![CDATA[', next)) {
      at = skipTo(']]>', next, 'a CDATA section')
      parent.text += text.slice(next + 9, at - 3)
    } else if (text.startsWith('<?', next)) {
      if (!/^<\?(xml|OFX)\s/i.test(text.slice(next, next + 6)))
        throw wrong(next, 'the file contains a processing instruction, so it was not read.')
      at = skipTo('?>', next, 'the XML declaration')
    } else {
      const end = skipTo('>', next, 'a tag')
      const tag = text.slice(next + 1, end - 1)
      at = end
      if (tag.startsWith('/')) {
        if (open.length === 1 || parent.name !== nameOf(tag.slice(1)))
          throw wrong(
            next,
            `</${nameOf(tag.slice(1))}> has no matching opening tag; ${parent === root ? 'nothing' : `<${parent.name}>`} is still open.`,
          )
        open.pop()
        continue
      }
      const element = readTag(tag, (sentence) => wrong(next, sentence))
      if (++elements > maxElements)
        throw new UnreadableStatement('This XML file has too many parts. Download a shorter period.')
      if (parent === root && root.children.length > 0) throw wrong(next, 'the file contains a second document.')
      parent.children.push(element)
      if (tag.endsWith('/')) continue
      if (open.length > deepest) throw wrong(next, 'the nesting is too deep for a bank statement.')
      open.push(element)
    }
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined && unclosed !== root)
    throw new UnreadableStatement(`<${unclosed.name}> is not closed. The file is incomplete. Download it again.`)
  const [document] = root.children
  if (document === undefined) throw new UnreadableStatement('This XML file is empty. Download it again.')
  return document
}

/** The first child with that name, then the next name in it, and so on. */
export const inside = (element: Element | undefined, ...names: string[]): Element | undefined => {
  let found = element
  for (const name of names) found = found?.children.find((child) => child.name === name)
  return found
}

export const allInside = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? []

/** The text at a path, in one line; undefined if there is none. */
export const textInside = (element: Element | undefined, ...names: string[]): string | undefined => {
  const text = inside(element, ...names)
    ?.text.replace(/\s+/g, ' ')
    .trim()
  return text === '' ? undefined : text
}

const nameOf = (qualified: string): string => qualified.trim().replace(/^[^:\s]*:/, '')

function readTag(tag: string, wrong: (sentence: string) => Error): Element {
  const shape = /^([A-Za-z_][\w.:-]*)((?:\s+[\w.:-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*\/?$/.exec(tag)
  if (shape === null) throw wrong(`<${quoted(tag)}> is not a tag.`)
  const attributes: Record<string, string> = Object.create(null) as Record<string, string>
  for (const [, name = '', double, single] of (shape[2] ?? '').matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[nameOf(name)] = unescaped(double ?? single ?? '', wrong)
  return { name: nameOf(shape[1] ?? ''), attributes, children: [], text: '' }
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string, wrong: (sentence: string) => Error): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,32});|&/g, (whole, entity: string | undefined) => {
    // An unescaped ampersand is an ordinary character.
    if (entity === undefined) return whole
    if (!entity.startsWith('#')) {
      const meant = Object.hasOwn(named, entity) ? named[entity] : undefined
      if (meant === undefined) throw wrong(`${whole} is not a valid XML entity, so the file was not read.`)
      return meant
    }
    const code = entity.startsWith('#x') ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1))
    if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw wrong(`${whole} is not a character.`)
    return String.fromCodePoint(code)
  })
}

// Noto Sans, which has ₱ and tabular figures: text width, encoding into a page, and the embedded subset.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Font, Glyph } from 'fontkit'

export type Face = 'regular' | 'bold'
export type Type = { face: Face; size: number }

/**
 * A text as glyphs: its width in thousandths of the type size, and its hexadecimal codes with the kerning between them.
 */
type Shape = { width: number; codes: string; isRaised: boolean }

type Typeface = {
  /** The width of a line in points. */
  width: (line: string, size: number) => number
  /** The operators that show a line at the current text position. */
  show: (line: string, size: number) => string
  /** Writes the font into the file; called once, at the end. */
  embed: (file: FontFile) => void
}

/** Adds objects to a PDF. Plain strings are names there; `text` makes a string. */
export type FontFile = {
  object: (fields: object, content?: Uint8Array | string) => object
  text: (words: string) => object
  /** The object that pages refer to. */
  font: (fields: object) => void
}

const parsed = new Map<Face, Font>()

/** Parsing takes ten times as long as printing a voucher, so it is done once per process. */
async function fontOf(face: Face): Promise<Font> {
  const known = parsed.get(face)
  if (known !== undefined) return known
  const file = { regular: '400Regular/NotoSans_400Regular.ttf', bold: '700Bold/NotoSans_700Bold.ttf' }[face]
  // At first use: the portal starts without it.
  const { create } = await import('fontkit')
  const font = create(readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${file}`)))
  if (!('layout' in font)) throw new TypeError(`${file} holds several fonts.`)
  parsed.set(face, font)
  return font
}

/** A face in one document. Without kerning, each letter is measured once, which makes a thousand pages quick. */
export async function typeface(face: Face, { kerned }: { kerned: boolean }): Promise<Typeface> {
  const font = await fontOf(face)
  const subset = font.createSubset()
  const toThousandths = 1000 / font.unitsPerEm
  // The glyphs of the subset are numbered in order of use; the first is the missing glyph.
  const codes = new Map([[0, 0]])
  const widths = [font.getGlyph(0).advanceWidth * toThousandths]
  const letters: number[][] = [[0]]
  const shapes = new Map<string, Shape>()

  return {
    width: (line, size) => (widthOf(line) * size) / 1000,
    show: (line, size) => {
      let written = ''
      for (const piece of pieces(line)) written += codesAt(shapeOf(piece), size)
      return `[<${written}>] TJ`
    },
    embed,
  }

  function widthOf(line: string): number {
    let width = 0
    for (const piece of pieces(line)) width += shapeOf(piece).width
    return width
  }

  /** The units of shaping: words with the following space; figures, codes and unkerned text letter by letter. */
  function pieces(line: string): Iterable<string> {
    return kerned ? (line.match(/[^ ]* |[^ ]+/g) ?? []).flatMap((word) => (isFigure(word) ? [...word] : [word])) : line
  }

  function shapeOf(piece: string): Shape {
    const known = shapes.get(piece)
    if (known !== undefined) return known
    const shape = shaped(piece)
    shapes.set(piece, shape)
    return shape
  }

  function shaped(piece: string): Shape {
    const { glyphs, positions } = font.layout(piece)
    let width = 0
    let written = ''
    let isRaised = false
    for (const [i, glyph] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[i]!
      const hex = codeOf(glyph).toString(16).padStart(4, '0')
      const after = (glyph.advanceWidth - xAdvance + xOffset) * toThousandths
      written += step(-xOffset * toThousandths)
      if (yOffset === 0) written += hex
      else {
        isRaised = true
        written += `>] TJ ${raise(yOffset * toThousandths)} Ts [<${hex}>] TJ 0 Ts [<`
      }
      written += step(after)
      width += xAdvance * toThousandths
    }
    return { width, codes: written, isRaised }
  }

  function codeOf(glyph: Glyph): number {
    const known = codes.get(glyph.id)
    if (known !== undefined) return known
    const code = codes.size
    subset.includeGlyph(glyph)
    codes.set(glyph.id, code)
    widths.push(glyph.advanceWidth * toThousandths)
    letters.push(glyph.codePoints)
    return code
  }

  function embed({ object, text, font: finish }: FontFile): void {
    const { minX, minY, maxX, maxY } = font.bbox
    const name = `TALAAN+${font.postscriptName}`
    const descriptor = object({
      Type: 'FontDescriptor',
      FontName: name,
      // Its glyphs have numbers of their own.
      Flags: 4,
      FontBBox: [minX, minY, maxX, maxY].map((edge) => edge * toThousandths),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * toThousandths,
      Descent: font.descent * toThousandths,
      CapHeight: font.capHeight * toThousandths,
      XHeight: font.xHeight * toThousandths,
      StemV: 0,
      FontFile2: object({}, subset.encode()),
    })
    const descendant = object({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: text('Adobe'), Ordering: text('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      W: [0, widths],
      CIDToGIDMap: 'Identity',
    })
    finish({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: object({}, unicodeOf(letters)),
    })
  }
}

/** Tabular figures and the capitals of document numbers need no kerning and no ligatures. */
const isFigure = (word: string): boolean => /^[\dA-Z.,()/-]+ ?$/.test(word) && /\d/.test(word)

const rounded = (number: number): string => (Math.round(number * 1000) / 1000).toString()

/** Thousandths of the type size that the next glyph moves to the left. */
const step = (thousandths: number): string => (Math.abs(thousandths) < 0.001 ? '' : `> ${rounded(thousandths)} <`)

/** The rise of a glyph depends on the type size, which is known when it is shown. */
const raise = (thousandths: number): string => `~${thousandths}~`
const codesAt = ({ codes, isRaised }: Shape, size: number): string =>
  isRaised ? codes.replace(/~([^~]+)~/g, (_, thousandths) => rounded((Number(thousandths) * size) / 1000)) : codes

/** The letters of each glyph, so that text can be searched and copied. */
function unicodeOf(letters: readonly number[][]): string {
  const hex = (unit: number) => unit.toString(16).padStart(4, '0')
  const entries = letters.map((codePoints) => {
    const written = String.fromCodePoint(...codePoints)
    return `<${Array.from({ length: written.length }, (_, i) => hex(written.charCodeAt(i))).join('')}>`
  })
  const atOnce = 100
  const ranges = Array.from({ length: Math.ceil(entries.length / atOnce) }, (_, i) => {
    const some = entries.slice(i * atOnce, (i + 1) * atOnce)
    return `<${hex(i * atOnce)}> <${hex(i * atOnce + some.length - 1)}> [${some.join(' ')}]`
  })
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${ranges.length} beginbfrange
${ranges.join('\n')}
endbfrange
endcmap
CMapName currentdict /CMap defineresource pop
end
end`
}

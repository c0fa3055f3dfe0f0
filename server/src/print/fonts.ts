// Noto Sans, parsed once per process: it has ₱, and figures of one width.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

type FontFace = Parameters<PDFKit.PDFDocument['registerFont']>[1]
type Glyph = { advanceWidth: number }
type Position = { xAdvance: number; yAdvance: number; xOffset: number; yOffset: number }
type ParsedFont = {
  glyphForCodePoint: (codePoint: number) => Glyph
  layout: (text: string) => { glyphs: Glyph[]; positions: Position[]; advanceWidth: number }
}

type Faces = { regular: FontFace; bold: FontFace }

let faces: Faces | undefined

/**
 * Parsing a font takes ten times as long as printing a voucher with it, so it is done once: pdfkit takes a parsed
 * font where it takes a file, but offers no way to parse one, hence the look inside a document that is thrown away.
 */
export function parsedFonts(): Faces {
  faces ??= { regular: parse('400Regular/NotoSans_400Regular.ttf'), bold: parse('700Bold/NotoSans_700Bold.ttf') }
  return faces

  function parse(file: string): FontFace {
    const bytes = readFileSync(createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${file}`))
    const doc = new PDFDocument({ autoFirstPage: false, font: '' }).font(bytes)
    const font = (doc as unknown as { _font: { font: ParsedFont } })._font.font
    return withPlainFigures(font) as unknown as FontFace
  }
}

/** Figures need no kerning and no ligatures, and a book is mostly figures: skipping the font's rules halves its time. */
function withPlainFigures(font: ParsedFont): ParsedFont {
  const shaped = font.layout.bind(font)
  font.layout = (text) => {
    if (!/^[\dA-Z.,()/-]+ ?$/.test(text) || !/\d/.test(text)) return shaped(text)
    const glyphs = Array.from(text, (letter) => font.glyphForCodePoint(letter.codePointAt(0)!))
    const positions = glyphs.map((glyph) => ({ xAdvance: glyph.advanceWidth, yAdvance: 0, xOffset: 0, yOffset: 0 }))
    return {
      glyphs,
      positions,
      // Read after pdfkit has scaled the positions in place.
      get advanceWidth() {
        return positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0)
      },
    }
  }
  return font
}

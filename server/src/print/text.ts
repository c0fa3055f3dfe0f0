// Lines of text: printable characters, widths, and line breaks.
import type { Type } from './typeface.ts'

/** Measures a line in points. */
type Measuring = { width: (line: string, type: Type) => number }

/** Normalized printable text: control characters and direction marks are removed. */
export function printable(text: string): string {
  if (/^[ -~]*$/.test(text)) return text.trimEnd()
  return text
    .normalize('NFC')
    .replace(/[\t\v\f\r\n\u2028\u2029]/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trimEnd()
}

/** The lines of a text at a width. A word too long for a line is broken. */
export function wrap(pdf: Measuring, text: string, type: Type, width: number): string[] {
  return text.split(/\r\n|\r|\n/).flatMap((paragraph) => wrapParagraph(pdf, printable(paragraph), type, width))
}

function wrapParagraph(pdf: Measuring, paragraph: string, type: Type, width: number): string[] {
  if (pdf.width(paragraph, type) <= width) return [paragraph]
  const space = pdf.width(' ', type)
  const lines: string[] = []
  let line: string[] = []
  let used = 0
  for (const word of paragraph.split(/ +/).flatMap((whole) => broken(pdf, whole, type, width))) {
    // Measured with its space, as drawn: the font caches the width of each word.
    const wide = pdf.width(`${word} `, type)
    if (line.length > 0 && used + wide - space > width) {
      lines.push(line.join(' '))
      line = []
      used = 0
    }
    line.push(word)
    used += wide
  }
  return [...lines, line.join(' ')]
}

function broken(pdf: Measuring, word: string, type: Type, width: number): string[] {
  if (pdf.width(word, type) <= width) return [word]
  const parts: string[] = []
  let part = ''
  let used = 0
  for (const letter of word) {
    const wide = pdf.width(letter, type)
    if (part !== '' && used + wide > width) {
      parts.push(part)
      part = ''
      used = 0
    }
    part += letter
    used += wide
  }
  return [...parts, part]
}

/** At most `max` lines; the last one then ends in an ellipsis. */
export function atMost(lines: string[], max: number): string[] {
  return lines.length <= max ? lines : [...lines.slice(0, max - 1), `${lines[max - 1]}…`]
}

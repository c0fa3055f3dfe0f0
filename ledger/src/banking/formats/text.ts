// Decodes bank files: UTF-8, UTF-16 with and without BOM, Windows-1252, and the code pages 437 and 850 of programs from DOS.
import { UnreadableStatement } from './unreadable.ts'

// Available at runtime on both sides, but missing from the library types.
declare class TextDecoder {
  constructor(label: string, options: { fatal: boolean })
  decode(bytes: Uint8Array): string
}

/**
 * The text of a file, without its BOM, NUL padding and end-of-file mark of DOS; line ends become '\n'. Throws UnreadableStatement if the bytes
 * are not text, or the encoding is unknown.
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(withoutPadding(bytes))
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  if (text.includes('\0')) throw new UnreadableStatement(noText)
  return text
}

/** Ctrl+Z, with which programs from DOS end a text file. */
const endOfDosFile = 0x1a

const noText =
  'This file is not plain text. Download the statement again as CSV, XLSX, OFX, QIF, MT940, CAMT.053 or PDF.'

function decoded(bytes: Uint8Array): string {
  const wide = utf16Of(bytes)
  if (wide !== null) return new TextDecoder(wide, { fatal: false }).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    if (isDos(bytes)) return Array.from(bytes, letterIn850).join('')
    const text = new TextDecoder('windows-1252', { fatal: false }).decode(bytes)
    // Codes that Windows left empty: the file is in yet another alphabet, and guessing would write wrong names.
    // eslint-disable-next-line no-control-regex -- exactly these are asked for
    if (/[\u0081\u008D\u008F\u0090\u009D]/.test(text))
      throw new UnreadableStatement(
        'This file uses a text encoding that Talaan cannot read. Save it as UTF-8 and try again.',
      )
    return text
  }
}

/**
 * The upper half of code page 850. Code page 437 has the same letters in the same places, as far as Philippine names need them.
 * Source: Microsoft, code page 850 (Multilingual Latin 1).
 */
const codePage850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0'

const letterIn850 = (code: number): string => (code < 128 ? String.fromCharCode(code) : (codePage850[code - 128] ?? ''))

/** ü, é, É, í, ó, ú, ñ and Ñ of both code pages: signs that Windows-1252 does not have next to a letter. */
const besideLetters = new Set([0x81, 0x82, 0x90, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5])
/** Ç, â, ä, à, å, ç, ê, ë, ï, Å, æ, ô, ö and Ö: quotes and other signs that Windows-1252 does not have between two letters. */
const betweenLetters = new Set([0x80, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8b, 0x8f, 0x91, 0x93, 0x94, 0x99])

/** Whether more of the letters inside words are those of a DOS code page than those of Windows-1252. */
function isDos(bytes: Uint8Array): boolean {
  const isLetter = (code = 0) => (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
  let [dos, windows] = [0, 0]
  for (const [at, code] of bytes.entries()) {
    if (code < 128) continue
    const letters = [bytes[at - 1], bytes[at + 1]].filter(isLetter).length
    if (letters === 0) continue
    if (besideLetters.has(code) || (letters === 2 && betweenLetters.has(code))) dos++
    if (code >= 0xc0) windows++
  }
  return dos > windows
}

/** By its BOM, or because every other byte at the start is 0. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const looked = Math.min(bytes.length - (bytes.length % 2), 200)
  if (looked < 8) return null
  let [even, odd] = [0, 0]
  for (let at = 0; at < looked; at += 2) {
    if (bytes[at] === 0) even++
    if (bytes[at + 1] === 0) odd++
  }
  if (odd > looked * 0.4 && even === 0) return 'utf-16le'
  if (even > looked * 0.4 && odd === 0) return 'utf-16be'
  return null
}

function withoutPadding(bytes: Uint8Array): Uint8Array {
  let end = bytes.length
  // Removing two at a time would break UTF-16, whose last character may end in one 0: there the padding stays and is
  // not a character.
  if (utf16Of(bytes) !== null) return bytes
  while (end > 0 && (bytes[end - 1] === 0 || bytes[end - 1] === endOfDosFile)) end--
  return bytes.subarray(0, end)
}

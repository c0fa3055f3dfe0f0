// Detects the format of a file by its content, never by its name; other files get a message.
import { decodeText } from './text.ts'
import type { StatementFormat } from './statement.ts'
import { UnreadableStatement } from './unreadable.ts'

export type Detected = { format: StatementFormat; /** Of formats that are text. */ text: string }

const supportedFormats = 'Download the statement as CSV, XLSX, OFX, QIF, MT940, CAMT.053 or PDF.'

/** The format of a file. Throws UnreadableStatement for all others. */
export function detectFormat(bytes: Uint8Array): Detected {
  if (bytes.length === 0) throw new UnreadableStatement('This file is empty. Download the statement again.')
  const start = bytes.subarray(0, 16)
  const begins = (...codes: number[]) => codes.every((code, at) => start[at] === code)
  if (latin(bytes.subarray(0, 1024)).includes('%PDF-')) return pdf(bytes)
  if (begins(0x50, 0x4b)) return archive(bytes)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableStatement(oldOffice(bytes))
  const other = others.find(({ codes }) => begins(...codes)) ?? (isHeic(bytes) ? picture : undefined)
  if (other !== undefined) throw new UnreadableStatement(other.sentence)
  const text = decodeText(bytes)
  if (text.trim() === '') throw new UnreadableStatement('This file is empty. Download the statement again.')
  return { format: textFormat(text), text }
}

const picture = {
  codes: [0xff, 0xd8, 0xff],
  sentence: `This is an image. Talaan cannot read images or scans. ${supportedFormats}`,
}
const packed = { codes: [0x1f, 0x8b], sentence: 'This is an archive. Unpack it and choose the statement inside.' }
const program = { codes: [0x4d, 0x5a], sentence: `This is a program, not a statement. ${supportedFormats}` }
const others: readonly { codes: number[]; sentence: string }[] = [
  picture,
  { ...picture, codes: [0x89, 0x50, 0x4e, 0x47] },
  { ...picture, codes: [0x47, 0x49, 0x46, 0x38] },
  { ...picture, codes: [0x49, 0x49, 0x2a, 0x00] },
  { ...picture, codes: [0x4d, 0x4d, 0x00, 0x2a] },
  { ...picture, codes: [0x52, 0x49, 0x46, 0x46] },
  packed,
  { ...packed, codes: [0x52, 0x61, 0x72, 0x21] },
  { ...packed, codes: [0x37, 0x7a, 0xbc, 0xaf] },
  { ...packed, codes: [0x42, 0x5a, 0x68] },
  { ...packed, codes: [0xfd, 0x37, 0x7a, 0x58, 0x5a] },
  program,
  { ...program, codes: [0x7f, 0x45, 0x4c, 0x46] },
]

const latin = (bytes: Uint8Array): string => Array.from(bytes, (code) => String.fromCharCode(code)).join('')
/** A picture as iPhones store it, or another one in the same container. */
export const isHeic = (bytes: Uint8Array): boolean =>
  /^....ftyp(heic|heix|mif1|avif)/s.test(latin(bytes.subarray(0, 12)))

function pdf(bytes: Uint8Array): Detected {
  if (!latin(bytes.subarray(-2048)).includes('%%EOF'))
    throw new UnreadableStatement('This PDF is incomplete. Download it again.')
  return { format: 'pdf', text: '' }
}

/** The names in the ZIP directory identify the file; nothing is unpacked. */
function archive(bytes: Uint8Array): Detected {
  const names = zipNames(bytes)
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  if (names.length === 0)
    throw new UnreadableStatement('This workbook or archive is damaged or incomplete. Download it again.')
  if (has(/^xl\/vbaProject\.bin$/i))
    throw new UnreadableStatement(
      'This workbook contains macros. Save it as XLSX without macros, or as CSV, and try again.',
    )
  if (has(/^xl\/workbook\.bin$/i))
    throw new UnreadableStatement('This is a binary workbook (XLSB). Save it as XLSX or CSV and try again.')
  if (has(/^xl\/workbook\.xml$/i)) return { format: 'xlsx', text: '' }
  if (has(/^word\//i)) throw new UnreadableStatement(`This is a Word document. ${supportedFormats}`)
  if (has(/^ppt\//i)) throw new UnreadableStatement(`This is a presentation. ${supportedFormats}`)
  if (has(/^content\.xml$/i))
    throw new UnreadableStatement('This is an OpenDocument file. Save it as XLSX or CSV and try again.')
  throw new UnreadableStatement(packed.sentence)
}

/** From the central directory at the end of the file. */
function zipNames(bytes: Uint8Array): string[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && end > bytes.length - 70_000 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0 || view.getUint32(end, true) !== 0x06054b50) return []
  const names: string[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= bytes.length; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) break
    const [name, extra, comment] = [
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ]
    names.push(latin(bytes.subarray(at + 46, at + 46 + name)))
    at += 46 + name + extra + comment
  }
  return names
}

function oldOffice(bytes: Uint8Array): string {
  const text = latin(bytes.subarray(0, 65_536)).replaceAll('\0', '')
  if (/EncryptedPackage/.test(text)) return 'This workbook has a password. Save it without one and try again.'
  if (/WordDocument/.test(text)) return `This is an old Word document. ${supportedFormats}`
  return 'This is an old Excel workbook (XLS). Save it as XLSX or CSV and try again.'
}

function textFormat(text: string): StatementFormat {
  const head = text.slice(0, 4000).trimStart()
  if (/^OFXHEADER\s*:/im.test(head) || /<OFX(\s[^<>]*)?>/i.test(head) || /^<\?OFX\s/im.test(head)) return 'ofx'
  if (
    /^(<!doctype html|<html|<head|<meta|<table|<body|<div)/i.test(
      head.replace(/^<\?xml[^>]*\?>\s*/, '').replace(/^<!--[\s\S]*?-->\s*/, ''),
    )
  )
    throw new UnreadableStatement(
      'This is a web page, not a statement. Your online banking session may have ended. Log in to the bank and download the statement again, or open the page and save it as XLSX.',
    )
  if (/^<(\?xml|!--|!DOCTYPE|[A-Za-z_])/.test(head)) return xmlFormat(text)
  if (/^!(type|account|option|clear)\b/im.test(head)) return 'qif'
  if (/^(\{[1-5]:[^\n]*)?:(13D|34F|90D|90C):/m.test(text))
    throw new UnreadableStatement('This is an MT942 intraday report, not a statement. Ask the bank for the MT940.')
  if (/(^|\})\s*:20:/m.test(head)) {
    if (/^:6[012][FM]?:/m.test(text)) return 'mt940'
    throw new UnreadableStatement('This SWIFT message is not a statement. Ask the bank for the MT940.')
  }
  if (/^\{1:F01/.test(head))
    throw new UnreadableStatement('This SWIFT message is not a statement. Ask the bank for the MT940.')
  if (head.startsWith('{\\rtf'))
    throw new UnreadableStatement(`This is a document with formatted text (RTF). ${supportedFormats}`)
  if (/^[{[]\s*["{[\]}]/.test(head))
    throw new UnreadableStatement(`This is a JSON file, not a bank statement. ${supportedFormats}`)
  if (/^(From|Received|Return-Path|MIME-Version|Delivered-To): /m.test(head.slice(0, 500)))
    throw new UnreadableStatement('This is an e-mail. Save the attached statement and choose that file.')
  if (/^BEGIN:V(CALENDAR|CARD)/.test(head))
    throw new UnreadableStatement(`This is a calendar or an address book. ${supportedFormats}`)
  return 'csv'
}

function xmlFormat(text: string): StatementFormat {
  const part = text.slice(0, 20_000)
  if (/<([\w.-]+:)?BkToCstmrStmt[\s>]/.test(part)) return 'camt053'
  if (/<([\w.-]+:)?BkToCstmrAcctRpt[\s>]/.test(part))
    throw new UnreadableStatement('This is a CAMT.052 intraday report, not a statement. Ask the bank for the CAMT.053.')
  if (/<([\w.-]+:)?BkToCstmrDbtCdtNtfctn[\s>]/.test(part))
    throw new UnreadableStatement(
      'This is a CAMT.054 transaction notice, not a statement. Ask the bank for the CAMT.053.',
    )
  if (/<([\w.-]+:)?(CstmrCdtTrfInitn|CstmrDrctDbtInitn)[\s>]/.test(part))
    throw new UnreadableStatement('This is a payment order (PAIN), not a statement. Ask the bank for the CAMT.053.')
  if (/urn:schemas-microsoft-com:office:spreadsheet/.test(part))
    throw new UnreadableStatement('This is an Excel 2003 XML workbook. Save it as XLSX or CSV and try again.')
  if (/<svg[\s>]/i.test(part)) throw new UnreadableStatement(picture.sentence)
  if (/<!DOCTYPE|<!ENTITY/i.test(part))
    throw new UnreadableStatement(
      'This XML file contains a DOCTYPE, which Talaan does not accept. Download the statement again, or in another format.',
    )
  throw new UnreadableStatement(`This XML file is not a CAMT.053 statement. ${supportedFormats}`)
}

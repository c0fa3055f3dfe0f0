// Malicious files that take time or memory to read. They are generated, so that none is stored in the repository.
import { crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { pdfOfObjects } from '../src/platform/reading/picture-on-page.ts'

/** A ZIP archive of these files, compressed with deflate. */
export function zipOf(files: Record<string, string | Buffer>): Buffer {
  const [parts, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, content] of Object.entries(files)) {
    const whole = Buffer.from(content)
    const [packed, label] = [deflateRawSync(whole), Buffer.from(name)]
    const head = Buffer.alloc(30)
    head.writeUInt32LE(0x04034b50, 0)
    head.writeUInt16LE(20, 4)
    head.writeUInt16LE(8, 8)
    head.writeUInt32LE(crc32(whole), 14)
    head.writeUInt32LE(packed.length, 18)
    head.writeUInt32LE(whole.length, 22)
    head.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    head.copy(entry, 6, 4, 30)
    entry.writeUInt32LE(at, 42)
    parts.push(head, label, packed)
    directory.push(entry, label)
    at += head.length + label.length + packed.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, listed, end])
}

/** A workbook with these sheets and the other required parts. */
export function workbookOf(sheets: string[], more: Record<string, string> = {}): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const each = (make: (no: number) => string) => sheets.map((_, at) => make(at + 1)).join('')
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${each((no) => `<Override PartName="/xl/worksheets/sheet${no}.xml" ContentType="${type}.worksheet+xml"/>`)}</Types>`,
    '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((no) => `<sheet name="S${no}" sheetId="${no}" r:id="rId${no}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}">${each((no) => `<Relationship Id="rId${no}" Type="${office}/worksheet" Target="worksheets/sheet${no}.xml"/>`)}</Relationships>`,
    ...Object.fromEntries(
      sheets.map((rows, at) => [
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
      ]),
    ),
    ...more,
  })
}

const cell = (name: string) => `<c r="${name}" t="inlineStr"><is><t>x</t></is></c>`
const row = (no: number, cells: string) => `<row r="${no}">${cells}</row>`
const rowsOf = (count: number, column: string) =>
  Array.from({ length: count }, (_, at) => row(at + 1, cell(`${column}${at + 1}`))).join('')

/** Its only cells are in the last column, so that each row has 16,384 cells. */
export const farRight = (rows = 1200) => workbookOf([rowsOf(rows, 'XFD')])

/** Each sheet has a cell in its last row, which is number 1,048,576. */
export const farDown = (sheets = 40) =>
  workbookOf(Array.from({ length: sheets }, () => row(1, cell('GR1')) + row(1_048_576, cell('GR1048576'))))

export const manySheets = (count = 60) => workbookOf(Array.from({ length: count }, () => row(1, cell('A1'))))

/** One shared text that every cell repeats. */
export const sharedText = (rows = 5000, columns = 5) => {
  const letters = Array.from({ length: columns }, (_, at) => (at < 26 ? '' : 'A') + String.fromCharCode(65 + (at % 26)))
  const cells = (no: number) => letters.map((letter) => `<c r="${letter}${no}" t="s"><v>0</v></c>`).join('')
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  return workbookOf([Array.from({ length: rows }, (_, at) => row(at + 1, cells(at + 1))).join('')], {
    'xl/sharedStrings.xml': `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><si><t>${'x'.repeat(500)}</t></si></sst>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
  })
}

/** Unpacks to this many megabytes of zeros. */
export const zipBomb = (megabytes = 120) =>
  zipOf({ 'xl/workbook.xml': '<workbook/>', 'xl/worksheets/sheet1.xml': Buffer.alloc(megabytes * 1024 * 1024) })

const laughs = (levels = 12) =>
  `<!DOCTYPE l [<!ENTITY a0 "ha">${Array.from({ length: levels }, (_, at) => `<!ENTITY a${at + 1} "${`&a${at};`.repeat(10)}">`).join('')}]>`

export const laughingCamt = () =>
  `<?xml version="1.0"?>${laughs()}<Document><BkToCstmrStmt><Stmt><Id>&a12;</Id></Stmt></BkToCstmrStmt></Document>`

/** The document type comes after a comment of 10,000 characters. */
export const laughingWorkbook = () =>
  workbookOf([row(1, cell('A1'))], {
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?><!--${' '.repeat(10_000)}-->${laughs()}<worksheet><sheetData>${row(1, '<c r="A1" t="str"><v>&a12;</v></c>')}</sheetData></worksheet>`,
  })

export const nestedWorkbook = (depth = 100_000) =>
  workbookOf([row(1, cell('A1'))], { 'xl/workbook.xml': '<a>'.repeat(depth) + '</a>'.repeat(depth) })

export const nestedCamt = (depth = 100_000) =>
  `<?xml version="1.0"?><Document><BkToCstmrStmt>${'<a>'.repeat(depth)}${'</a>'.repeat(depth)}</BkToCstmrStmt></Document>`

export const nestedOfx = (depth = 100_000) => `<OFX>${'<STMTRS>'.repeat(depth)}</OFX>`

export const endlessLine = (cells = 500_000) => `Date,Description,Amount\n${'a,'.repeat(cells)}`
export const endlessCell = (megabytes = 5) => `Date,Description,Amount\n"${'a\n'.repeat(megabytes * 512 * 1024)}`

/** A page whose content unpacks to this many megabytes of text operators. */
export const heavyPdf = (megabytes = 150) => {
  const [begin, show] = ['BT /F1 9 Tf 20 20 Td\n', '(a) Tj 0 -9 Td\n']
  return pdfOf(
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    deflateSync(begin + show.repeat((megabytes * 1024 * 1024) / show.length)),
  )
}

/** Its only page is an image of 50,000 by 50,000 pixels. */
export const floodedPdf = (side = 50_000) =>
  pdfOf(
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Resources<</XObject<</I 5 0 R>>>>/Contents 6 0 R>>`,
    deflateSync(Buffer.alloc(10)),
    `<</Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceRGB/BitsPerComponent 8/Length 3>>\nstream\nabc\nendstream`,
  )

export const nestedPdf = (depth = 100_000) =>
  pdfOf(`<</Type/Page/Parent 2 0 R/MediaBox ${'['.repeat(depth)}${']'.repeat(depth)}/Contents 4 0 R>>`, deflateSync(''))

/** Each page is the same one. */
export const manyPagesPdf = (pages = 500) =>
  pdfOf('<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R>>', deflateSync(''), undefined, pages)

/** A PNG whose pixels are only promised, or unpack to much more than they should. */
export function pngBomb(side = 2_000, unpacked = 400 * 1024 * 1024): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const part = (name: string, content: Buffer) => {
    const ends = Buffer.alloc(8)
    const named = Buffer.concat([Buffer.from(name), content])
    ends.writeUInt32BE(content.length, 0)
    ends.writeUInt32BE(crc32(named), 4)
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(unpacked))
  return Buffer.concat([signature, part('IHDR', head), part('IDAT', pixels), part('IEND', Buffer.alloc(0))])
}

function pdfOf(
  page: string,
  content: Buffer,
  fifth = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  pages = 1,
): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${'3 0 R '.repeat(pages)}]/Count ${pages}>>`,
    page,
    Buffer.concat([
      Buffer.from(`<</Length ${content.length}/Filter/FlateDecode>>\nstream\n`),
      content,
      Buffer.from('\nendstream'),
    ]),
    fifth,
    '<</Length 30>>\nstream\nq 600 0 0 800 0 0 cm /I Do Q  \nendstream',
  ]
  return pdfOfObjects(objects)
}

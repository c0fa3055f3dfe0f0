// A PDF of one page, which is a picture: PDFium then decodes the picture, upright as the camera was held.
import { deflateSync } from 'node:zlib'
import { orientationOf, segmentsOf, sizeOfPicture } from './picture.ts'
import { onWhite } from './transparent-png.ts'

/** How far the page is turned, by the orientation of EXIF; mirrored pictures are none. */
const turns: Readonly<Record<number, number>> = { 1: 0, 3: 180, 6: 90, 8: 270 }

/** Undefined for pictures that a PDF can't hold, such as mirrored ones. Transparent parts are white. */
export function pictureOnPage(picture: Uint8Array): Buffer | undefined {
  const size = sizeOfPicture(picture)
  const image = jpegImage(picture) ?? pngImage(picture)
  const turn = turns[orientationOf(picture)]
  if (size === undefined || image === undefined || turn === undefined) return undefined
  const { width, height } = size
  const content = `q ${width} 0 0 ${height} 0 0 cm /I Do Q`
  return pdfOfObjects([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Rotate ${turn}/Resources<</XObject<</I 5 0 R>>>>/Contents 4 0 R>>`,
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    Buffer.concat([
      Buffer.from(
        `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/Length ${image.bytes.length}${image.format}>>\nstream\n`,
      ),
      image.bytes,
      Buffer.from('\nendstream'),
    ]),
  ])
}

type Image = { format: string; bytes: Uint8Array }

function jpegImage(picture: Uint8Array): Image | undefined {
  const view = viewOf(picture)
  const segments = [...segmentsOf(view)]
  const frame = segments.find(({ isFrame }) => isFrame)
  const channels = frame === undefined ? 0 : view.getUint8(frame.at + 5)
  if (channels !== 1 && channels !== 3) return undefined
  return { format: `/ColorSpace${spaces[channels]}/BitsPerComponent 8/Filter/DCTDecode`, bytes: picture }
}

function pngImage(picture: Uint8Array): Image | undefined {
  const view = viewOf(picture)
  if (view.byteLength < 33 || view.getUint32(0) !== 0x89504e47) return undefined
  const width = view.getUint32(16)
  const [bits, kind, interlaced] = [view.getUint8(24), view.getUint8(25), view.getUint8(28)]
  const channels = ({ 0: 1, 2: 3, 4: 1, 6: 3 } as const)[kind]
  if (channels === undefined || bits !== 8 || interlaced !== 0) return undefined
  const parts: Uint8Array[] = []
  for (let at = 8; at + 12 <= view.byteLength;) {
    const length = view.getUint32(at)
    if (at + 12 + length > view.byteLength) return undefined
    const name = view.getUint32(at + 4)
    if (name === 0x49444154) parts.push(picture.subarray(at + 8, at + 8 + length))
    // A transparent color.
    if (name === 0x74524e53) return undefined
    at += 12 + length
  }
  const packed = Buffer.concat(parts)
  if (kind >= 4) {
    const opaque = onWhite(packed, { width, height: view.getUint32(20) }, channels)
    return (
      opaque && {
        format: `/ColorSpace${spaces[channels]}/BitsPerComponent 8/Filter/FlateDecode`,
        bytes: deflateSync(opaque.rows),
      }
    )
  }
  const rows = `/DecodeParms<</Predictor 15/Colors ${channels}/BitsPerComponent 8/Columns ${width}>>`
  return { format: `/ColorSpace${spaces[channels]}/BitsPerComponent 8/Filter/FlateDecode${rows}`, bytes: packed }
}

const spaces = { 1: '/DeviceGray', 3: '/DeviceRGB' } as const

/** A PDF of these objects, the first of which is the catalogue. */
export function pdfOfObjects(objects: readonly (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [no, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${no + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')])
    places.push(at)
    parts.push(part)
    at += part.length
  }
  const listed = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  const end = `xref\n0 ${count}\n0000000000 65535 f \n${listed}trailer\n<</Size ${count}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(end)])
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

// Pictures by their first bytes, and pages that are turned, shaded or ruled.
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { greenOf, orientationOf, pgmOf, pngOf, sizeOfPicture } from './picture.ts'
import type { Gray } from './picture.ts'
import { pictureOnPage } from './picture-on-page.ts'
import { onWhite } from './transparent-png.ts'
import { angleOf, flattened, isSpeckled, straightened } from './straighten.ts'

type Jpeg = { exif?: Buffer; colors?: number; frame?: number }
/** The segments of a JPEG of 40 by 30 pixels, without its picture. */
function jpeg({ exif, colors = 3, frame = 0xc0 }: Jpeg = {}): Buffer {
  const segment = (marker: number, content: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0])
    head.writeUInt16BE(content.length + 2, 2)
    return Buffer.concat([head, content])
  }
  const size = Buffer.from([8, 0, 30, 0, 40, colors, 1, 0x11, 0])
  const app = exif === undefined ? [] : [segment(0xe1, exif)]
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...app, segment(0xc4, Buffer.alloc(9)), segment(frame, size)])
}
function exif(orientation: number, order: 'II' | 'MM' = 'II', tag = 0x0112, first = 8): Buffer {
  const tiff = Buffer.alloc(22)
  const [two, four] =
    order === 'II' ? (['writeUInt16LE', 'writeUInt32LE'] as const) : (['writeUInt16BE', 'writeUInt32BE'] as const)
  tiff.write(order, 0)
  tiff[two](42, 2)
  tiff[four](first, 4)
  tiff[two](1, 8)
  tiff[two](tag, 10)
  tiff[two](3, 12)
  tiff[four](1, 14)
  tiff[two](orientation, 18)
  return Buffer.concat([Buffer.from('Exif\0\0'), tiff])
}
const blank = (width: number, height: number, level = 240): Gray => ({
  width,
  height,
  data: new Uint8Array(width * height).fill(level),
})
const inColor = ({ width, height, data }: Gray) => ({
  width,
  height,
  data: Uint8Array.from({ length: data.length * 4 }, (_, at) => data[Math.floor(at / 4)] ?? 0),
})

test('the size of a picture is read from its first bytes', () => {
  expect(sizeOfPicture(jpeg())).toEqual({ width: 40, height: 30 })
  expect(sizeOfPicture(pngOf(inColor(blank(5, 4))))).toEqual({ width: 5, height: 4 })
  for (const bytes of [
    Buffer.from('GIF89a'),
    Buffer.alloc(2),
    jpeg().subarray(0, 12),
    Buffer.from([0xff, 0xd8, 0xff, 0xda, 0, 2]),
  ])
    expect(sizeOfPicture(bytes)).toBeUndefined()
})

test('how the camera was held is read from EXIF in both byte orders, and is upright if it is not said', () => {
  const held = [1, 3, 6, 8].flatMap((value) => [
    orientationOf(jpeg({ exif: exif(value) })),
    orientationOf(jpeg({ exif: exif(value, 'MM') })),
  ])
  expect(held).toEqual([1, 1, 3, 3, 6, 6, 8, 8])
  const unsaid = [
    jpeg(),
    jpeg({ exif: exif(9) }),
    jpeg({ exif: exif(6, 'II', 0x0100) }),
    jpeg({ exif: exif(6, 'II', 0x0112, 900) }),
  ]
  expect(unsaid.map(orientationOf)).toEqual([1, 1, 1, 1])
})

test('a picture becomes a page, turned as it was held; one that a PDF cannot hold does not', () => {
  const turned = (picture: Buffer) => /\/Rotate (\d+)/.exec(pictureOnPage(picture)?.toString('latin1') ?? '')?.[1]
  expect([1, 3, 6, 8].map((value) => turned(jpeg({ exif: exif(value) })))).toEqual(['0', '180', '90', '270'])
  const png = pngOf(inColor(blank(5, 4)))
  expect([turned(jpeg({ colors: 1 })), turned(png)]).toEqual(['0', '0'])
  const changed = (at: number, value: number) => Buffer.from(png).fill(value, at, at + 1)
  const transparent = Buffer.concat([png.subarray(0, 33), Buffer.from('\0\0\0\0tRNSxxxx'), png.subarray(33)])
  const not = [
    jpeg({ exif: exif(2) }),
    jpeg({ colors: 4 }),
    changed(25, 6),
    changed(24, 16),
    changed(28, 1),
    transparent,
  ]
  for (const picture of [...not, png.subarray(0, 50), Buffer.from('GIF89a')]) expect(turned(picture)).toBeUndefined()
})

test('transparent parts of a PNG are white on a page', () => {
  // Black, half transparent and wholly transparent, with three filters of the format.
  const raw = [
    [0, 0, 0, 0, 255, 10, 20, 30, 128, 9, 9, 9, 0],
    [1, 0, 0, 0, 255, 10, 20, 30, 129, 255, 245, 235, 128],
    [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]
  const rows = onWhite(deflateSync(Buffer.from(raw.flat())), { width: 3, height: 3 }, 3)?.rows
  const row = [0, 0, 0, ...[10, 20, 30].map((color) => Math.round(255 + ((color - 255) * 128) / 255)), 255, 255, 255]
  expect([...(rows ?? [])]).toEqual([...row, ...row, ...row])
  const packed = (...bytes: number[]) => deflateSync(Buffer.from(bytes))
  // The average and the Paeth filter, of gray with transparency.
  const gray = onWhite(packed(0, 100, 255, 200, 255, 3, 50, 128, 50, 0, 4, 0, 0, 0, 0), { width: 2, height: 3 }, 1)
  expect([...(gray?.rows ?? [])]).toEqual([100, 200, 100, 200, 100, 200])
  const not = [packed(9, 0, 0), packed(0, 0, 0, 0), packed(0, 0), Buffer.from('broken')]
  for (const data of not) expect(onWhite(data, { width: 1, height: 1 }, 1)).toBeUndefined()
  expect(onWhite(packed(0, 0, 0), { width: 5000, height: 5000 }, 1)).toBeUndefined()
})

test('a gray picture is the green of a color picture, and is written with its size', () => {
  const color = { width: 2, height: 1, data: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]) }
  expect(greenOf(color)).toEqual({ width: 2, height: 1, data: Uint8Array.from([2, 6]) })
  expect(pgmOf(greenOf(color)).toString('latin1')).toBe('P5\n2 1\n255\n\x02\x06')
})

/** Lines of short strokes like words, every 24 pixels, turned by these degrees. */
function page(degrees: number, width = 360, height = 300): Gray {
  const picture = blank(width, height)
  const slope = Math.tan((degrees * Math.PI) / 180)
  for (let line = 40; line < height - 40; line += 24)
    for (let x = 30; x < width - 30; x += 1)
      for (let y = 0; y < 9 && x % 12 < 8; y += 1) {
        const row = Math.round(line + y + (x - width / 2) * slope)
        picture.data[row * width + x] = 30
      }
  return picture
}
const inkOf = ({ data }: Gray) => data.reduce((count, level) => count + (level < 180 ? 1 : 0), 0)

test('the turn of a page is found, and taken back, and places lead back to the page as it was', () => {
  expect(Math.abs(angleOf(page(0)))).toBeLessThan(0.5)
  expect(angleOf(page(3))).toBeCloseTo(3, 0)
  expect(angleOf(page(-2))).toBeCloseTo(-2, 0)
  expect(angleOf(blank(360, 300))).toBe(0)
  const { picture, original } = straightened(page(3))
  expect(picture.width).toBeGreaterThan(360)
  expect(Math.abs(angleOf(picture))).toBeLessThan(0.6)
  expect(original(0.5, 0.5)).toEqual([0.5, 0.5])
  expect(original(1, 0.5)[1]).toBeGreaterThan(0.5)
  expect(straightened(page(0), { levels: false }).original(0.2, 0.3)).toEqual([0.2, 0.3])
})

test('a shadow becomes paper, and the text in it stays', () => {
  const dark = page(0)
  dark.data = dark.data.map((level, place) => (place % 360 > 180 ? level / 2 : level))
  const flat = flattened(dark)
  expect(inkOf(flat)).toBeGreaterThan(0.9 * inkOf(page(0)))
  expect(inkOf(flat)).toBeLessThan(1.1 * inkOf(page(0)))
})

test('rules and dark edges are erased, and the strokes of text stay', () => {
  const ruled = page(0)
  for (let x = 20; x < 340; x += 1) for (const y of [34, 35, 270]) ruled.data[y * 360 + x] = 20
  for (let y = 20; y < 280; y += 1) ruled.data[y * 360 + 20] = 20
  for (let y = 0; y < 300; y += 1) for (let x = 0; x < 6; x += 1) ruled.data[y * 360 + x] = 10
  const { picture } = straightened(ruled, { levels: false })
  const { picture: withRules } = straightened(ruled, { levels: false, erases: false, flattens: false })
  expect(inkOf(withRules) - inkOf(picture)).toBeGreaterThan(1000)
  const plain = straightened(page(0), { levels: false }).picture
  expect(Math.abs(inkOf(picture) - inkOf(plain))).toBeLessThan(0.05 * inkOf(plain))
})

test('noise all over is no page', () => {
  const noise = blank(300, 300)
  for (let place = 0; place < noise.data.length; place += 7) noise.data[place] = 20
  expect([isSpeckled(noise), isSpeckled(page(0)), isSpeckled(blank(50, 50))]).toEqual([true, false, false])
})

// Makes photographs, carbon copies and bad photographs of a page: turned, in uneven light, on a table, blurred, with the noise of a
// camera. Seeded, so that a run can be repeated.
import { readMegapixels, readWidth } from '../../src/platform/reading/pages.ts'
import type { Bitmap } from '../../src/platform/reading/picture.ts'
import { randomOf } from './invoices.ts'

export const photoKinds = ['scan', 'photograph', 'carbon copy', 'bad photograph'] as const
export type PhotoKind = (typeof photoKinds)[number]

/** Pixels across the picture, degrees, and shares of the light and of the ink. */
type Shot = {
  width: number
  turn: number
  /** How much narrower the upper edge is. */
  keystone: number
  /** The table around the page, as a share of its width. */
  border: number
  paper: readonly [number, number, number]
  ink: number
  light: { least: number; direction: number; shadow: number }
  blur: number
  noise: number
}

const papers = [
  [255, 250, 215],
  [255, 222, 228],
  [220, 236, 252],
  [250, 250, 246],
] as const

/** A page that is rendered 1,700 pixels wide. */
export function photoOf(page: Bitmap, seed: number, kind: PhotoKind): Bitmap {
  const random = randomOf(seed * 7919 + photoKinds.indexOf(kind))
  const between = (from: number, to: number) => from + (random.int(0, 10_000) / 10_000) * (to - from)
  const even = { least: 0.95, direction: 0, shadow: 1 }
  const scan: Shot = {
    width: 1700,
    turn: between(-1.5, 1.5),
    keystone: 0,
    border: 0,
    paper: [250, 250, 248],
    ink: 1,
    light: even,
    blur: 0.5,
    noise: 3,
  }
  const photograph: Shot = {
    ...scan,
    width: random.int(1400, 2200),
    turn: between(-4, 4),
    keystone: between(-0.03, 0.03),
    border: between(0.02, 0.08),
    ink: between(0.75, 1),
    light: { least: between(0.4, 0.8), direction: between(0, Math.PI * 2), shadow: between(0.5, 0.9) },
    blur: between(0.4, 1.1),
    noise: between(3, 8),
  }
  const faults: readonly Partial<Shot>[] = [
    { blur: between(8, 12), width: 1500 },
    { width: random.int(260, 360) },
    { light: { least: 0.08, direction: 1, shadow: 0.6 }, noise: between(18, 26), width: 1500 },
  ]
  const shots: Record<PhotoKind, Shot> = {
    scan,
    photograph,
    'carbon copy': {
      ...scan,
      paper: random.pick(papers),
      ink: between(0.4, 0.65),
      light: { least: between(0.8, 0.95), direction: between(0, Math.PI * 2), shadow: 1 },
      blur: between(0.6, 1.1),
      noise: between(3, 7),
    },
    'bad photograph': { ...photograph, ...random.pick(faults) },
  }
  return shoot(page, shots[kind], random.int)
}

/** Only the green part, which is the part that is read; the picture is gray. */
function shoot(page: Bitmap, shot: Shot, int: (from: number, to: number) => number): Bitmap {
  const { border, turn, keystone, paper, light } = shot
  // Larger pictures are made smaller before they are read.
  const most = Math.sqrt((readMegapixels * 1e6 * page.width) / page.height)
  const width = Math.floor(Math.min(shot.width, readWidth, most))
  const height = Math.round((width * page.height) / page.width)
  const [sin, cos] = [Math.sin((turn * Math.PI) / 180), Math.cos((turn * Math.PI) / 180)]
  const [shadowX, shadowY] = [int(20, 80) / 100, int(30, 90) / 100]
  const green = new Uint8Array(width * height)
  const scale = (page.width * (1 + 2 * border)) / width
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [dx, dy] = [(x - width / 2) * scale, (y - height / 2) * scale]
      const across = 1 + keystone * (1 - (2 * y) / height)
      const u = (dx * cos + dy * sin) * across + page.width / 2
      const v = -dx * sin + dy * cos + page.height / 2
      const isPage = u >= 0 && v >= 0 && u < page.width - 1 && v < page.height - 1
      const [fx, fy] = [x / width, y / height]
      const along = 0.5 + ((fx - 0.5) * Math.cos(light.direction) + (fy - 0.5) * Math.sin(light.direction)) / 1.42
      // The edge of a hand or a phone, soft.
      const inShadow = 1 / (1 + Math.exp(-40 * (fx * 0.6 + fy * 0.8 - (shadowX * 0.6 + shadowY * 0.8))))
      const bright = (light.least + (1 - light.least) * along) * (1 - (1 - light.shadow) * inShadow)
      const covered = isPage ? 255 - (255 - sample(page, u, v)) * shot.ink : 0
      green[y * width + x] = (isPage ? (paper[1] * covered) / 255 : table) * bright
    }
  const blurred = blur(green, width, height, shot.blur)
  const data = new Uint8Array(width * height * 4).fill(255)
  for (let at = 0; at < blurred.length; at += 1) {
    // The sum of three is nearly normal.
    const noise = ((int(-100, 100) + int(-100, 100) + int(-100, 100)) / 100) * shot.noise
    data.fill(Math.max(0, Math.min(255, (blurred[at] ?? 0) + noise)), at * 4, at * 4 + 3)
  }
  return { width, height, data }
}

/** The green part of brown wood. */
const table = 82

function sample({ width, data }: Bitmap, u: number, v: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)]
  const [over, down] = [u - left, v - top]
  const here = (top * width + left) * 4 + 1
  const below = here + width * 4
  const up = (data[here] ?? 255) * (1 - over) + (data[here + 4] ?? 255) * over
  const low = (data[below] ?? 255) * (1 - over) + (data[below + 4] ?? 255) * over
  return up * (1 - down) + low * down
}

/** A lens that is out of focus: two passes along rows and columns, with a part of a pixel at the ends. */
function blur(green: Uint8Array, width: number, height: number, radius: number): Uint8Array {
  const whole = Math.floor(radius)
  const part = radius - whole
  const weight = 2 * (whole + part) + 1
  const along = (from: Uint8Array, step: number, count: number, lines: number, nextLine: number): Uint8Array => {
    const to = new Uint8Array(from.length)
    for (let line = 0; line < lines; line += 1) {
      const value = (at: number) => from[line * nextLine + Math.min(count - 1, Math.max(0, at)) * step] ?? 0
      let sum = 0
      for (let by = -whole; by <= whole; by += 1) sum += value(by)
      for (let at = 0; at < count; at += 1) {
        to[line * nextLine + at * step] = (sum + part * (value(at - whole - 1) + value(at + whole + 1))) / weight
        sum += value(at + whole + 1) - value(at - whole)
      }
    }
    return to
  }
  let data = green
  for (let pass = 0; pass < 2; pass += 1) {
    data = along(data, 1, width, height, width)
    data = along(data, width, height, width, 1)
  }
  return data
}

// Prepares the picture of a page for reading: shadows and colored paper become white, and lines of text level. Tesseract chooses
// one threshold for large parts of a picture, so that text in a shadow would be lost to it. The rules of forms go: text between them is
// read as part of a drawing.
import type { Gray } from './picture.ts'

/** How a picture was turned: what is at a place of the straight picture. */
export type Straight = { picture: Gray; original: (x: number, y: number) => [number, number] }

/** The light is measured on a picture this many times smaller, in squares of this many of its pixels. */
const [shrink, reach] = [8, 10]
/** Degrees. Photographs and feeders turn a page this much. */
const [mostTurned, coarse, fine, leastTurned] = [5, 0.5, 0.1, 0.2]
/** Below this share of the light around it, a pixel is ink. */
const ink = 0.75

/** The steps that bench/capture leaves out to measure what they are worth. */
export type Steps = { levels?: boolean; flattens?: boolean; erases?: boolean }

/** The light of the page is measured again after it was turned, because the corners are new. */
export function straightened(page: Gray, { levels = true, flattens = true, erases = true }: Steps = {}): Straight {
  const angle = levels ? angleOf(page) : 0
  const turned = Math.abs(angle) < leastTurned ? page : rotated(page, angle)
  const [sin, cos] = [Math.sin(radians(angle)), Math.cos(radians(angle))]
  const original = (x: number, y: number): [number, number] => {
    if (turned === page) return [x, y]
    const [dx, dy] = [(x - 0.5) * turned.width, (y - 0.5) * turned.height]
    return [(dx * cos - dy * sin) / page.width + 0.5, (dx * sin + dy * cos) / page.height + 0.5]
  }
  const picture = withoutEdges(cleaned(flattens ? flattened(turned) : turned))
  return { picture: erases ? withoutRules(picture) : picture, original }
}

/** The share of ink in so short pieces, in pixels, and the number of all pieces in 1,000 pixels, above which it is noise. */
const speckled = { longest: 2, share: 0.65, per1000: 15 }

/** A picture that was taken in the dark: there is noise all over, which takes long to read, and no text. */
export function isSpeckled({ width, height, data }: Gray): boolean {
  let [pieces, short] = [0, 0]
  for (let y = 0; y < height; y += 1)
    for (let x = 0, length = 0; x <= width; x += 1) {
      if (x < width && at(data, y * width + x) < 245 * ink) {
        length += 1
        continue
      }
      if (length > 0) pieces += 1
      if (length > 0 && length <= speckled.longest) short += 1
      length = 0
    }
  return pieces * 1000 > speckled.per1000 * width * height && short > speckled.share * pieces
}

/** Divides each pixel by the light around it: the median of its neighbourhood, which ink does not change. */
export function flattened({ width, height, data }: Gray): Gray {
  const small = smaller({ width, height, data }, shrink)
  const light = medians(small, reach)
  const flat = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const v = clamp((y + 0.5) / shrink - 0.5, light.height - 1)
    const [top, down] = [Math.floor(v), v - Math.floor(v)]
    const above = top * light.width
    const below = Math.min(top + 1, light.height - 1) * light.width
    for (let x = 0; x < width; x += 1) {
      const u = clamp((x + 0.5) / shrink - 0.5, light.width - 1)
      const left = Math.floor(u)
      const right = Math.min(left + 1, light.width - 1)
      const over = u - left
      const up = at(light.data, above + left) * (1 - over) + at(light.data, above + right) * over
      const low = at(light.data, below + left) * (1 - over) + at(light.data, below + right) * over
      const around = Math.max(24, up * (1 - down) + low * down)
      flat[y * width + x] = Math.min(255, (at(data, y * width + x) * 245) / around)
    }
  }
  return { width, height, data: flat }
}

/** The turn at which dark pixels gather in rows, in degrees; 0 if there is too little ink to tell. */
export function angleOf(page: Gray): number {
  const small = flattened(smaller(page, 3))
  const points: [number, number][] = []
  for (let y = 0; y < small.height; y += 1)
    for (let x = 0; x < small.width; x += 1)
      if (at(small.data, y * small.width + x) < 245 * ink) points.push([x - small.width / 2, y - small.height / 2])
  if (points.length < 500) return 0
  // Enough of them, evenly.
  const every = Math.ceil(points.length / 20_000)
  const some = points.filter((_, index) => index % every === 0)
  const sharpness = (degrees: number): number => {
    const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))]
    const rows = new Uint32Array(2 * (small.width + small.height))
    const middle = small.width + small.height
    for (const [x, y] of some) {
      const row = Math.round(y * cos - x * sin) + middle
      rows[row] = (rows[row] ?? 0) + 1
    }
    return rows.reduce((sum, count) => sum + count * count, 0)
  }
  const best = (from: number, to: number, step: number): number => {
    let found = { degrees: 0, sharp: sharpness(0) }
    for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
      const sharp = sharpness(degrees)
      if (sharp > found.sharp) found = { degrees, sharp }
    }
    return found.degrees
  }
  const rough = best(-mostTurned, mostTurned, coarse)
  const exact = best(rough - coarse, rough + coarse, fine)
  // An edge of the table turns no page.
  return sharpness(exact) > 1.02 * sharpness(0) ? Math.round(exact * 10) / 10 : 0
}

/** Turned back by this many degrees, on a picture that holds all of it; new corners are paper. */
function rotated({ width, height, data }: Gray, degrees: number): Gray {
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))]
  const wide = Math.ceil(width * Math.abs(cos) + height * Math.abs(sin))
  const high = Math.ceil(width * Math.abs(sin) + height * Math.abs(cos))
  const turned = new Uint8Array(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      const [dx, dy] = [x + 0.5 - wide / 2, y + 0.5 - high / 2]
      const u = clamp(dx * cos - dy * sin + width / 2 - 0.5, width - 1)
      const v = clamp(dx * sin + dy * cos + height / 2 - 0.5, height - 1)
      const [left, top] = [Math.floor(u), Math.floor(v)]
      const [right, bottom] = [Math.min(left + 1, width - 1), Math.min(top + 1, height - 1)]
      const [over, down] = [u - left, v - top]
      const up = at(data, top * width + left) * (1 - over) + at(data, top * width + right) * over
      const low = at(data, bottom * width + left) * (1 - over) + at(data, bottom * width + right) * over
      turned[y * wide + x] = up * (1 - down) + low * down
    }
  return { width: wide, height: high, data: turned }
}

/** Specks of the camera go: each pixel is the median of itself and its neighbours above, below and beside it. */
function cleaned({ width, height, data }: Gray): Gray {
  const clean = new Uint8Array(data)
  for (let y = 1; y < height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const here = y * width + x
      const [a, b, c, d, e] = [
        at(data, here),
        at(data, here - 1),
        at(data, here + 1),
        at(data, here - width),
        at(data, here + width),
      ]
      clean[here] = middleOfFive(a, b, c, d, e)
    }
  return { width, height, data: clean }
}

/** The mean of each square. */
function smaller({ width, height, data }: Gray, by: number): Gray {
  const [wide, high] = [Math.max(1, Math.floor(width / by)), Math.max(1, Math.floor(height / by))]
  const small = new Uint8Array(wide * high)
  for (let y = 0; y < high; y += 1)
    for (let x = 0; x < wide; x += 1) {
      let sum = 0
      let count = 0
      for (let v = y * by; v < Math.min((y + 1) * by, height); v += 1)
        for (let u = x * by; u < Math.min((x + 1) * by, width); u += 1) {
          sum += at(data, v * width + u)
          count += 1
        }
      small[y * wide + x] = sum / Math.max(1, count)
    }
  return { width: wide, height: high, data: small }
}

/** The median of the square around each pixel, by a histogram that moves along with it. */
function medians({ width, height, data }: Gray, around: number): Gray {
  const out = new Uint8Array(width * height)
  const counts = new Uint32Array(256)
  for (let y = 0; y < height; y += 1) {
    counts.fill(0)
    const [from, to] = [Math.max(0, y - around), Math.min(height - 1, y + around)]
    let total = 0
    const column = (x: number, by: 1 | -1) => {
      for (let v = from; v <= to; v += 1) {
        const value = at(data, v * width + x)
        counts[value] = (counts[value] ?? 0) + by
      }
      total += by * (to - from + 1)
    }
    for (let x = 0; x < Math.min(around, width); x += 1) column(x, 1)
    for (let x = 0; x < width; x += 1) {
      if (x + around < width) column(x + around, 1)
      if (x - around - 1 >= 0) column(x - around - 1, -1)
      let [value, seen] = [0, counts[0] ?? 0]
      while (seen * 2 < total) seen += counts[++value] ?? 0
      out[y * width + x] = value
    }
  }
  return { width, height, data: out }
}

/** What is dark up to the edge of the picture is a table or the lid of a scanner. It would make the ink look bright. */
function withoutEdges({ width, height, data }: Gray): Gray {
  const clean = new Uint8Array(data)
  const dark: number[] = []
  const reach = (place: number) => {
    if (at(clean, place) >= 245 * ink) return
    clean[place] = 245
    dark.push(place)
  }
  for (let x = 0; x < width; x += 1) for (const y of [0, height - 1]) reach(y * width + x)
  for (let y = 0; y < height; y += 1) for (const x of [0, width - 1]) reach(y * width + x)
  for (let place = dark.pop(); place !== undefined; place = dark.pop()) {
    const x = place % width
    if (x > 0) reach(place - 1)
    if (x < width - 1) reach(place + 1)
    if (place >= width) reach(place - width)
    if (place < width * (height - 1)) reach(place + width)
  }
  return { width, height, data: clean }
}

/** Rules are longer than the letters of a name, and thinner than a bar of shading. Text is thin in fewer places than a rule. */
const [shortestRule, thickestRule, leastThin] = [80, 8, 0.75]

/** Erases the rules of a form, but not the letters that cross them. */
function withoutRules({ width, height, data }: Gray): Gray {
  const clean = new Uint8Array(data)
  const across = { count: width, step: 1, lines: height, next: width }
  const down = { count: height, step: width, lines: width, next: 1 }
  // Crossings are thin once the other rule is gone.
  for (const direction of [across, down, across]) eraseRules(clean, data, direction)
  return { width, height, data: clean }
}

type Direction = { count: number; step: number; lines: number; next: number }

function eraseRules(clean: Uint8Array, data: Uint8Array, { count, step, lines, next }: Direction): void {
  const dark = 245 * ink
  /** How far the ink goes on over a place, with `by` -1, or under it. */
  const reachOf = (here: number, line: number, by: 1 | -1): number => {
    let reach = 0
    while (reach < thickestRule && line + by * (reach + 1) >= 0 && line + by * (reach + 1) < lines) {
      if (at(clean, here + by * (reach + 1) * next) >= dark) break
      reach += 1
    }
    return reach
  }
  const isThin = (here: number, line: number) => reachOf(here, line, -1) + reachOf(here, line, 1) < thickestRule
  const isRule = (line: number, from: number, to: number): boolean => {
    let [thin, looked] = [0, 0]
    for (let place = from; place < to; place += 3) {
      looked += 1
      if (isThin(line * next + place * step, line)) thin += 1
    }
    return thin > leastThin * looked
  }
  const erase = (line: number, from: number, to: number) => {
    for (let place = from; place < to; place += 1) {
      const here = line * next + place * step
      if (!isThin(here, line)) continue
      const first = Math.max(0, line - reachOf(here, line, -1) - 1)
      const last = Math.min(lines - 1, line + reachOf(here, line, 1) + 1)
      for (let other = first; other <= last; other += 1) clean[here + (other - line) * next] = 245
    }
  }
  for (let line = 1; line < lines - 1; line += 1)
    for (let place = 0, from = 0; place <= count; place += 1) {
      const here = line * next + place * step
      // A rule that is not quite straight goes on in the row beside it.
      if (place < count && (at(data, here) < dark || at(data, here - next) < dark || at(data, here + next) < dark))
        continue
      if (place - from >= shortestRule && isRule(line, from, place)) erase(line, from, place)
      from = place + 1
    }
}

function middleOfFive(a: number, b: number, c: number, d: number, e: number): number {
  // The median of five: drop the smaller of the lower pair and the larger of the upper pair, twice.
  const [low, high] = [Math.max(Math.min(a, b), Math.min(c, d)), Math.min(Math.max(a, b), Math.max(c, d))]
  return Math.max(Math.min(low, high), Math.min(Math.max(low, high), e))
}

const at = (data: Uint8Array, index: number): number => data[index] ?? 0
const clamp = (value: number, most: number): number => Math.min(most, Math.max(0, value))
const radians = (degrees: number): number => (degrees * Math.PI) / 180

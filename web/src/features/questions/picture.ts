// The part of a picture that is sent with a question. The part is drawn as a new picture, so that neither the rest of
// the picture nor its place and time are sent.

/** The edges of the part, in percent of the picture. */
export type Cut = { left: number; top: number; right: number; bottom: number }
export const wholePicture: Cut = { left: 0, top: 0, right: 100, bottom: 100 }

export type ChosenPicture = { name: string; image: HTMLImageElement; cut: Cut }

/** The maximum size in pixels; enough to read a page. */
const longestSide = 2000
const smallest = 2

/** The part between two corners, in any order. A tiny part means the whole picture. */
export function cutBetween(a: { x: number; y: number }, b: { x: number; y: number }): Cut {
  const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)))
  const cut = {
    left: within(Math.min(a.x, b.x)),
    top: within(Math.min(a.y, b.y)),
    right: within(Math.max(a.x, b.x)),
    bottom: within(Math.max(a.y, b.y)),
  }
  return cut.right - cut.left < smallest || cut.bottom - cut.top < smallest ? wholePicture : cut
}

/** An edge never passes the opposite one. */
export function withEdge(cut: Cut, edge: keyof Cut, value: number): Cut {
  const limits = {
    left: [0, cut.right - smallest],
    top: [0, cut.bottom - smallest],
    right: [cut.left + smallest, 100],
    bottom: [cut.top + smallest, 100],
  } as const
  const [least, most] = limits[edge]
  return { ...cut, [edge]: Math.min(most, Math.max(least, value)) }
}

/** The pixels of the part, and its size when sent. */
export function partOf({ left, top, right, bottom }: Cut, size: { width: number; height: number }) {
  const x = Math.floor((size.width * left) / 100)
  const y = Math.floor((size.height * top) / 100)
  const width = Math.max(1, Math.ceil((size.width * right) / 100) - x)
  const height = Math.max(1, Math.ceil((size.height * bottom) / 100) - y)
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return {
    x,
    y,
    width,
    height,
    toWidth: Math.max(1, Math.round(width * scale)),
    toHeight: Math.max(1, Math.round(height * scale)),
  }
}

export function sentPicture({ name, image, cut }: ChosenPicture): { name: string; content: string } {
  const part = partOf(cut, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = part.toWidth
  canvas.height = part.toHeight
  const context = canvas.getContext('2d')
  if (context === null) throw new Error('This browser can’t edit pictures. Use another browser.')
  // JPEG has no transparency.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, part.toWidth, part.toHeight)
  context.drawImage(image, part.x, part.y, part.width, part.height, 0, 0, part.toWidth, part.toHeight)
  const content = canvas.toDataURL('image/jpeg', 0.85).replace(/^[^,]*,/, '')
  return { name: `${name.replace(/\.[^.]*$/, '').slice(0, 100) || 'picture'}.jpg`, content }
}

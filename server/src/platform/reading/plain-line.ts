// Texts of a file from outside, for one line of a page.

/** Without control characters and direction marks, and cut. */
export const plainLine = (text: string, max: number): string =>
  text
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, max)
    .toWellFormed()

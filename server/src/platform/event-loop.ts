// Splits long work, so that other requests are answered in between.

export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

// Long work in pieces: between two of them, the requests of others are answered.

export function letOthersWork(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

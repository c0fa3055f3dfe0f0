// Sends changes of bank reconciliations to the server, one after the other, on this page and on earlier ones.

let queue: Promise<unknown> = Promise.resolve()
export const allSent = (): Promise<unknown> => queue

export function sendNext(send: () => Promise<unknown>): void {
  queue = queue.then(send)
}

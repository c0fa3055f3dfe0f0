// Things put away in their order, to be gone through as often as one likes: packed and beside the heap, so that those of
// a large month take a twentieth of the room.
import { deserialize, serialize } from 'node:v8'
import { deflateRawSync, inflateRawSync } from 'node:zlib'

const itemsAtOnce = 200

export class Spool<T> implements Iterable<T> {
  #packed: Uint8Array[] = []
  #waiting: T[] = []

  push(item: T): void {
    this.#waiting.push(item)
    if (this.#waiting.length < itemsAtOnce) return
    // A copy of its own: what deflate gives out holds on to all of the room that it was given.
    this.#packed.push(Uint8Array.from(deflateRawSync(serialize(this.#waiting), { level: 1 })))
    this.#waiting = []
  }

  *[Symbol.iterator](): Generator<T> {
    for (const some of this.#packed) yield* deserialize(inflateRawSync(some)) as T[]
    yield* this.#waiting
  }
}

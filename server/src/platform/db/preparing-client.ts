// Repeated queries are not parsed and planned again, which is about half the cost of a short one.
import pg from 'pg'

/** The maximum number and length of prepared statements per connection; lists of ids create ever new ones. */
const atMost = 500
const longest = 12_000

/** Prepares every query with parameters or of rows, under a name of its own on this connection. */
export class PreparingClient extends pg.Client {
  #names = new Map<string, string>()

  override query(...args: never[]): never {
    const ask = super.query.bind(this) as (...args: unknown[]) => never
    const [text, values, ...rest] = args as unknown[]
    if (typeof text !== 'string' || !Array.isArray(values) || (values.length === 0 && !ofRows.test(text)))
      return ask(...args)
    const name = this.#nameOf(text)
    return name === undefined ? ask(...args) : ask({ name, text, values }, ...rest)
  }

  #nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || text.length > longest || this.#names.size >= atMost) return known
    const name = `q${this.#names.size + 1}`
    this.#names.set(text, name)
    return name
  }
}

/** Without parameters, other statements may be several in one text. */
const ofRows = /^\s*(select|with)\b/i

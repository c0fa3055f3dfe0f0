// What the browser's files get where they import zod: the same schemas, each made when something is first judged by it. A page
// brings along hundreds, of which it asks a handful, and making them all took a third of its beginning. The build puts this
// file in zod's place (vite.config.ts).
import { z as zod } from 'zod'

// Function by function, so that what nobody uses is left out.
export const string = (...given: unknown[]) => later(zod.string, given)
export const number = (...given: unknown[]) => later(zod.number, given)
export const int = (...given: unknown[]) => later(zod.int, given)
export const bigint = (...given: unknown[]) => later(zod.bigint, given)
export const boolean = (...given: unknown[]) => later(zod.boolean, given)
export const uuid = (...given: unknown[]) => later(zod.uuid, given)
export const email = (...given: unknown[]) => later(zod.email, given)
export const literal = (...given: unknown[]) => later(zod.literal, given)
export const unknown = (...given: unknown[]) => later(zod.unknown, given)
export const object = (...given: unknown[]) => later(zod.object, given)
export const strictObject = (...given: unknown[]) => later(zod.strictObject, given)
export const looseObject = (...given: unknown[]) => later(zod.looseObject, given)
export const array = (...given: unknown[]) => later(zod.array, given)
export const tuple = (...given: unknown[]) => later(zod.tuple, given)
export const record = (...given: unknown[]) => later(zod.record, given)
export const partialRecord = (...given: unknown[]) => later(zod.partialRecord, given)
export const union = (...given: unknown[]) => later(zod.union, given)
export const discriminatedUnion = (...given: unknown[]) => later(zod.discriminatedUnion, given)
export const codec = (...given: unknown[]) => later(zod.codec, given)
export const custom = (...given: unknown[]) => later(zod.custom, given)
export const iso = { date: (...given: unknown[]) => later(zod.iso.date, given) }
const none = (...given: unknown[]) => later(zod.null, given)
const oneOf = (...given: unknown[]) => later(zod.enum, given)
export { none as null, oneOf as enum }

export const encode = zod.encode
export const safeEncode = zod.safeEncode

type Schema = Record<PropertyKey, unknown>
type Act = (...given: unknown[]) => Schema
type Making = { make: () => Schema; made?: Schema }

/** What most often makes one schema of another, and waits like the other. Whatever else is asked of a schema makes it. */
const further =
  /^(optional|nullable|default|catch|refine|superRefine|overwrite|transform|pipe|trim|to.+Case|min|max|regex|int|meta|extend|pick|omit|partial)$/

/** Asked of a schema that waits, it is the schema itself. */
const itself = Symbol('itself')

function later(act: (...given: never[]) => unknown, given: unknown[]): object {
  return new Proxy<Making>({ make: () => (act as Act)(...given.map(ready)) }, waiting)
}

const waiting: ProxyHandler<Making> = {
  get(making, name) {
    if (!making.made && further.test(String(name)))
      return (...given: unknown[]) => later((...ready: unknown[]) => (made(making)[name] as Act)(...ready), given)
    const schema = made(making)
    if (name === itself) return schema
    const value = schema[name]
    return typeof value === 'function' ? value.bind(schema) : value
  },
}

const made = (making: Making): Schema => (making.made ??= making.make())

/** What a schema is made of must be there by then: its parts, one by one, and those within lists and shapes. */
function ready(part: unknown): unknown {
  if (typeof part !== 'object' || part === null) return part
  const schema = (part as Schema)[itself]
  if (schema) return schema
  if (Array.isArray(part)) return part.map(ready)
  if (Object.getPrototypeOf(part) !== Object.prototype) return part
  return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, ready(each)]))
}

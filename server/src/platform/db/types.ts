// Values from the database: a 64-bit whole number is a bigint, a numeric is its exact text, and dates and times stay
// PostgreSQL's text, because a Date would move '2026-02-28' to another day in another time zone.
import pg from 'pg'

const asText = (value: string) => value
const asTexts = pg.types.getTypeParser(1009 as never /* text[] */) as (value: string) => Nested<string>
const parsers = new Map<number, (value: string) => unknown>([
  [20 /* int8 */, BigInt],
  [1016 /* int8[] */, (value) => deepMap(asTexts(value), BigInt)],
  ...[1700 /* numeric */, 1082 /* date */, 1114 /* timestamp */, 1184 /* timestamptz */].map(
    (oid) => [oid, asText] as const,
  ),
  ...[1231 /* numeric[] */, 1182 /* date[] */, 1115 /* timestamp[] */, 1185 /* timestamptz[] */].map(
    (oid) => [oid, asTexts] as const,
  ),
])
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid as never, format as never),
}

type Nested<T> = (T | null | Nested<T>)[]
const deepMap = <T>(list: Nested<string>, read: (text: string) => T): Nested<T> =>
  list.map((item) => (item === null ? null : Array.isArray(item) ? deepMap(item, read) : read(item)))

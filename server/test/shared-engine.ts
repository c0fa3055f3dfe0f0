// Holds the compiled program of the embedded database. V8 shares it between the threads of a process, so that a test that opens a
// database need not compile it again, which is a third of the work.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const held = globalThis as { embeddedEngine?: Promise<WebAssembly.Module> }

const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'))
await (held.embeddedEngine ??= WebAssembly.compile(readFileSync(join(folder, 'pglite.wasm'))))

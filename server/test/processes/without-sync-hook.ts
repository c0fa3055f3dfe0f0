// Preloaded, this makes the file layer what it would be if an update of PGlite no longer called our hook.
import { DurableFiles } from '../../src/platform/db/durable-files.ts'

Object.assign(DurableFiles.prototype, { hook() {} })

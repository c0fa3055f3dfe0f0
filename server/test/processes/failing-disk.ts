// Preloaded, this makes every sync fail once the file named by DISK_FAILS_IF_EXISTS exists.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const sync = fs.fsyncSync
fs.fsyncSync = (fd) => {
  if (fs.existsSync(process.env.DISK_FAILS_IF_EXISTS ?? ''))
    throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' })
  sync(fd)
}
syncBuiltinESMExports()

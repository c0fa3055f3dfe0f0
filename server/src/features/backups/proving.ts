// The process that proves a backup: <file> <folder for its database>. It ends with 0, or with 1 and the reason as its last line.
import { prove } from './prove.ts'
import { RestoreRefusal } from '../../platform/backup/restore.ts'

const [path = '', folder = ''] = process.argv.slice(2)
try {
  await prove(path, { identity: null, folder })
} catch (error) {
  console.error(error instanceof RestoreRefusal ? error.message : error)
  process.exitCode = 1
}

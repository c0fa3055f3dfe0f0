// The process that proves a backup: <file> <folder for its database>. It ends with 0 and what is wrong with the books as JSON, or
// with 1 and the reason as its last line.
import { prove } from './prove.ts'
import { RestoreRefusal } from '../../platform/backup/restore.ts'

const [path = '', folder = ''] = process.argv.slice(2)
try {
  const { problems } = await prove(path, { identity: null, folder })
  console.log(JSON.stringify(problems))
} catch (error) {
  console.error(error instanceof RestoreRefusal ? error.message : error)
  process.exitCode = 1
}

// The process that proves a backup: <file> <folder for its database>. It exits with 0 and prints the errors of the books as JSON,
// or exits with 1 and prints the reason as its last line.
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

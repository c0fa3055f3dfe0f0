// The process that tests the restore to a moment: <folder of the log> <folder for its database> [<file with a key>]. Its last line
// is the result as JSON; it exits with 1 if the books could not be restored.
import { readFile } from 'node:fs/promises'
import { RestoreRefusal } from '../../platform/backup/restore.ts'
import { randomMoment, testRecovery } from './recovery-test.ts'

const [archive = '', folder = '', keyFile] = process.argv.slice(2)
const identities = keyFile === undefined ? [] : [(await readFile(keyFile, 'utf8')).trim()]
const chosen = await randomMoment(archive, Math.random)
const began = performance.now()
const milliseconds = () => Math.round(performance.now() - began)
const say = (result: object) => console.log(JSON.stringify(result))
if (chosen === undefined) say({ moment: null, milliseconds: 0, failure: 'There is no log of the last week to test.' })
else {
  const moment = new Date(chosen.file.until).toISOString()
  try {
    say({ moment: await testRecovery(chosen, { identities, folder }), milliseconds: milliseconds(), failure: null })
  } catch (error) {
    console.error(error)
    const failure = error instanceof RestoreRefusal ? error.message : String(error)
    say({ moment, milliseconds: milliseconds(), failure })
  }
}

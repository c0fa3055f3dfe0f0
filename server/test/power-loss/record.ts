// Starts small books, copies their files, then posts while every file operation is recorded. Arguments: the working
// folder, 'durable' or 'plain', and the number of entries to post.
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { join } from 'node:path'
import { DurableFiles, durableStart, type NodeFiles } from '../../src/platform/db/durable-files.ts'
import { newSyncCount, type SyncCount } from '../../src/platform/db/syncing.ts'
import { post, schema } from './books.ts'
import { beginRecording, Recorder } from './recorder.ts'

const [folder = '', kind = '', entries = ''] = process.argv.slice(2)
const directory = join(folder, 'live')

class RecordedDurableFiles extends DurableFiles {
  #recorder: Recorder

  constructor(directory: string, syncs: SyncCount, recorder: Recorder) {
    super(directory, syncs)
    this.#recorder = recorder
  }

  protected override hook(files: NodeFiles): void {
    super.hook(files)
    this.#recorder.listen(files)
  }
}

class RecordedPlainFiles extends NodeFS {
  #recorder: Recorder

  constructor(directory: string, recorder: Recorder) {
    super(directory)
    this.#recorder = recorder
  }

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const listen = (module: { NODEFS: NodeFiles }) => this.#recorder.listen(module.NODEFS)
    return super.init(pg, { ...options, preRun: [...(options.preRun as never[]), listen as never] })
  }
}

// Small log files, so that the log also switches files.
const beginning = await PGlite.create(directory, { initDbStartParams: ['--wal-segsize=1'] })
await beginning.exec(schema)
await beginning.close()
beginRecording(directory, folder)

const recorder = new Recorder(directory, folder)
const lite = await PGlite.create(
  kind === 'durable'
    ? { fs: new RecordedDurableFiles(directory, newSyncCount(), recorder), startParams: durableStart }
    : { fs: new RecordedPlainFiles(directory, recorder) },
)
for (let id = 1; id <= Number(entries); id += 1) {
  await post(lite, id)
  recorder.confirm(id)
  if (id % 60 === 0) await lite.exec('checkpoint')
}
process.exit(0)

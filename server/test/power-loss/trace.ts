// Reads what `strace` wrote down of a PostgreSQL server as recorded file events, from which a disk can be rebuilt.
import { createReadStream, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs'
import { isAbsolute, join, normalize, relative } from 'node:path'
import { createInterface } from 'node:readline'
import type { FileEvent } from './recorder.ts'

/** The calls that change files or make changes durable, and those that move the position of a file. */
const calls = [
  'open',
  'openat',
  'lseek',
  'write',
  'pwrite64',
  'writev',
  'pwritev',
  'pwritev2',
  'truncate',
  'ftruncate',
  'fallocate',
  'fsync',
  'fdatasync',
  'rename',
  'renameat2',
  'link',
  'unlink',
  'unlinkat',
  'mkdir',
  'rmdir',
]

/** The words before the command whose processes are recorded. */
export const traced = (output: string): string[] => [
  'strace',
  // All processes, with times, the names of open files, and whole texts in hexadecimal digits.
  ...['-f', '--seccomp-bpf', '-ttt', '-y', '-xx', '-s', '4194304', '-o', output],
  ...['-e', `trace=${calls.join(',')}`, '-e', 'signal=none'],
]

/** Milliseconds of the wall clock after which the answer of each document was there, in order. */
export type Confirmed = number[]

type Line = { at: number; pid: string; call: string; args: string; result: number; begunAt: number }

/** Writes the events of a trace next to the copy of the directory with which it began. */
export async function writeEvents(trace: string, root: string, folder: string, confirmed: Confirmed): Promise<void> {
  const events = openSync(join(folder, 'events'), 'w')
  const bytes = openSync(join(folder, 'bytes'), 'w')
  const begun = JSON.parse(readFileSync(join(folder, 'files.json'), 'utf8')) as { path: string; file: number }[]
  const files = new Map(begun.map(({ path }, at) => [path, at]))
  writeFileSync(join(folder, 'files.json'), JSON.stringify([...files].map(([path, file]) => ({ path, file }))))
  const positions = new Map<string, number>()
  let [next, count, bytesAt, answered] = [files.size, 0, 0, 0]

  const note = (event: FileEvent) => {
    writeSync(events, `${JSON.stringify(event)}\n`)
    count += 1
  }
  const within = (path: string) => {
    const own = normalize(isAbsolute(path) ? relative(root, path) : path)
    return own.startsWith('..') ? undefined : own
  }
  const write = (file: number, at: number, content: Buffer) => {
    writeSync(bytes, content)
    note({ did: 'write', file, at, length: content.length, bytesAt })
    bytesAt += content.length
  }

  for await (const line of linesOf(trace, () => count)) {
    while ((confirmed[answered] ?? Infinity) <= line.at) note({ did: 'confirm', id: (answered += 1) })
    if (line.result < 0) continue
    const { call, args, pid, result } = line
    const [first = '', second = ''] = pathsIn(args)
    const [path, to] = [within(first), within(second)]
    if (path === undefined) continue
    const handle = `${pid} ${/^(\d+)</.exec(args)?.[1]}`
    const file = files.get(path)
    if (call === 'open' || call === 'openat') {
      positions.set(`${pid} ${result}`, 0)
      if (args.includes('O_CREAT') && file === undefined) {
        files.set(path, next)
        note({ did: 'create', path, file: next })
        next += 1
      } else if (args.includes('O_TRUNC') && file !== undefined) note({ did: 'truncate', file, size: 0 })
    } else if (call === 'lseek') positions.set(handle, result)
    else if (call === 'mkdir') note({ did: 'mkdir', path })
    else if (call === 'rmdir' || args.includes('AT_REMOVEDIR')) note({ did: 'rmdir', path })
    else if (call.startsWith('fsync') || call === 'fdatasync')
      note(
        file === undefined
          ? { did: 'syncNames', directory: path === '.' ? '' : path }
          : { did: 'sync', file, before: line.begunAt },
      )
    else if (file === undefined) continue
    else if (call.startsWith('unlink')) {
      files.delete(path)
      note({ did: 'unlink', path })
    } else if (call.startsWith('rename') && to !== undefined) {
      files.delete(path)
      files.set(to, file)
      note({ did: 'rename', path, to })
    } else if (call === 'link' && to !== undefined) {
      files.set(to, file)
      note({ did: 'link', path, to })
    } else if (call.endsWith('truncate')) note({ did: 'truncate', file, size: Number(/(\d+)$/.exec(args)?.[1]) })
    else if (call === 'fallocate') {
      const [, at = 0, length = 0] = /(\d+), (\d+)$/.exec(args)?.map(Number) ?? []
      note({ did: 'extend', file, size: at + length })
    } else {
      const content = Buffer.concat(textsIn(args)).subarray(0, result)
      const isAt = call.startsWith('pwrite')
      const at = isAt
        ? Number((call === 'pwritev2' ? /, (\d+), \w+$/ : /, (\d+)$/).exec(args)?.[1])
        : (positions.get(handle) ?? 0)
      if (!isAt) positions.set(handle, at + result)
      write(file, at, content)
    }
  }
}

const hex = (text: string) => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const textsIn = (args: string) => [...args.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, text = '']) => hex(text))

/** The path of the open file, or the paths given as texts. */
function pathsIn(args: string): string[] {
  const open = /^\d+<([^>]*)>/.exec(args)?.[1]
  if (open !== undefined) return [open.includes('\\x') ? hex(open).toString() : open]
  return textsIn(args).map((path) => path.toString())
}

/** A call that another process interrupted is two lines: it has happened at its second, and began at its first. */
async function* linesOf(trace: string, count: () => number): AsyncGenerator<Line> {
  const unfinished = new Map<string, { text: string; begunAt: number }>()
  for await (const text of createInterface({ input: createReadStream(trace) })) {
    const [, pid = '', time = '', rest = ''] = /^(\d+) +([\d.]+) (.*)$/.exec(text) ?? []
    const begins = / ?<unfinished \.\.\.>$/.exec(rest)
    if (begins !== null) {
      unfinished.set(pid, { text: rest.slice(0, begins.index), begunAt: count() })
      continue
    }
    const resumed = /^<\.\.\. \w+ resumed>/.exec(rest)
    const begun = resumed === null ? undefined : unfinished.get(pid)
    const whole = resumed === null ? rest : (begun?.text ?? '') + rest.slice(resumed[0].length)
    const [, call, args, result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole) ?? []
    if (call === undefined || args === undefined) continue
    const begunAt = begun?.begunAt ?? count()
    yield { at: Number(time) * 1000, pid, call, args, result: Number(result), begunAt }
  }
}

// A backup as a file: gzip, with age encryption to a public key if configured, so that a stolen backup is unreadable.
// Written to a temporary name, synced and renamed: a file of this name is complete.
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { damagedSentence, RestoreRefusal } from './restore.ts'

export const plainEnding = '.gz'
export const sealedEnding = '.gz.age'

/** Compresses the lines into a file readable only by its owner. */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<void> {
  await whole(path, (unfinished) =>
    pipeline(Readable.from(lines), createGzip(), createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })),
  )
}

/** Copies a file to the backup folder, encrypted if there is a key. Returns its size in bytes. */
export async function deliver(from: string, to: string, key: string | null): Promise<number> {
  await whole(to, async (unfinished) => {
    const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
    if (key === null) return pipeline(createReadStream(from), target)
    const encrypter = new (await age()).Encrypter()
    encrypter.addRecipient(key)
    const plain = Readable.toWeb(createReadStream(from)) as unknown as globalThis.ReadableStream<Uint8Array>
    const sealed = await encrypter.encrypt(plain)
    return pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), target)
  })
  return (await stat(to)).size
}

/** Compresses data into a file, encrypted for each of the keys, or unencrypted if there is none. */
export async function pack(
  to: string,
  from: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  keys: readonly string[],
): Promise<void> {
  await whole(to, async (unfinished) => {
    const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
    if (keys.length === 0) return pipeline(Readable.from(from), createGzip(), target)
    const encrypter = new (await age()).Encrypter()
    for (const key of keys) encrypter.addRecipient(key)
    const packed = createGzip()
    const packing = pipeline(Readable.from(from), packed)
    const plain = Readable.toWeb(packed) as unknown as globalThis.ReadableStream<Uint8Array>
    const sealed = await encrypter.encrypt(plain)
    await Promise.all([packing, pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), target)])
  })
}

/** The data given to `pack`, in chunks of any size. One of the secret keys in `identities` must match. */
export async function* unpack(path: string, identities: readonly string[]): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of await opened(path, identities)) yield chunk as Buffer
  } catch (error) {
    throw refusalOf(path, error as NodeJS.ErrnoException)
  }
}

/** The lines of a file. `identity` is the secret key of an encrypted one. */
export async function* readLines(path: string, identity: string | null): AsyncGenerator<string> {
  try {
    const decoder = new TextDecoder()
    let rest: string[] = []
    for await (const chunk of await opened(path, identity === null ? [] : [identity])) {
      const [first = '', ...others] = decoder.decode(chunk as Buffer, { stream: true }).split('\n')
      rest.push(first)
      for (const next of others) {
        yield rest.join('')
        rest = [next]
      }
    }
  } catch (error) {
    throw refusalOf(path, error as NodeJS.ErrnoException)
  }
}

function refusalOf(path: string, error: NodeJS.ErrnoException): Error {
  if (error instanceof RestoreRefusal) return error
  const { code = '', message } = error
  if (/^E[A-Z0-9]+$/.test(code)) return new RestoreRefusal(`${path} cannot be read (${code}).`)
  if (/no identity matched/.test(message))
    return new RestoreRefusal('This backup was encrypted with another key. Use the matching key file.')
  return new RestoreRefusal(damagedSentence)
}

async function opened(path: string, identities: readonly string[]): Promise<Readable> {
  const file = createReadStream(path)
  if (!path.endsWith(sealedEnding)) return joined(file)
  if (identities.length === 0)
    throw new RestoreRefusal('This backup is encrypted. Add the name of the key file after the name of the backup.')
  const decrypter = new (await age()).Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const plain = await decrypter.decrypt(Readable.toWeb(file) as unknown as globalThis.ReadableStream<Uint8Array>)
  return joined(Readable.fromWeb(plain as unknown as ReadableStream))
}

/** Decompressed; errors of earlier stages are raised here as well. */
function joined(from: Readable): Readable {
  const unpacked = createGunzip()
  from.once('error', (error) => unpacked.destroy(error))
  return from.pipe(unpacked)
}

/** Loaded on demand: it takes a tenth of a second, which would delay every start. */
const age = () => import('age-encryption')

async function whole(path: string, write: (unfinished: string) => Promise<void>): Promise<void> {
  const unfinished = `${path}.part`
  await rm(unfinished, { force: true })
  try {
    await write(unfinished)
    await synced(unfinished)
    await rename(unfinished, path)
    await synced(dirname(path))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } catch (error) {
    // Windows cannot sync directories, nor can some network shares.
    if (!['EPERM', 'EINVAL', 'EISDIR', 'ENOTSUP'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await handle.close()
  }
}

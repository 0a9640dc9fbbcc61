import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { isStorageKey } from '#adapters/storage/storage-key.ts'
import { migrations } from '#db/migrations/index.ts'

/**
 * A backup is a folder:
 *
 *     manifest.json               what is in it, with the SHA-256 of each file of lines; written last
 *     database/<table>.jsonl.gz   one row a line, as PostgreSQL writes it as JSON, in the order of the primary key;
 *                                 none for an empty table
 *     jobs.jsonl.gz               jobs that were waiting
 *     media.jsonl.gz              one stored object a line, with its size and SHA-256
 *     media/<key>                 the bytes of the objects
 *
 * Checksums of compressed files are those of their content.
 */
const formatVersion = 1

const Lines = z.object({
  lines: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
/** Number of lines, their bytes and SHA-256 without compression. */
export type Lines = z.output<typeof Lines>

const Manifest = z.object({
  format: z.literal('virtual-courses-backup'),
  formatVersion: z.number().int(),
  createdAt: z.iso.datetime(),
  /** applied migrations in their order: the state of the schema */
  migrations: z.array(z.string()).min(1),
  tables: z.array(Lines.extend({ name: z.string().regex(/^[a-z0-9_]+$/) })),
  jobs: Lines,
  media: Lines.extend({ totalBytes: z.number().int().nonnegative() }),
  /** keys of objects that rows refer to and that the store did not have */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>

export const StoredObject = z.object({
  // it becomes a path in the backup
  key: z.string().refine(isStorageKey),
  contentType: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
})
export type StoredObject = z.output<typeof StoredObject>

export const WaitingJob = z.object({ name: z.string(), data: z.unknown(), start_after: z.string() })

export const manifestFile = (folder: string): string => join(folder, 'manifest.json')
export const tableFile = (folder: string, table: string): string => join(folder, 'database', `${table}.jsonl.gz`)
export const jobsFile = (folder: string): string => join(folder, 'jobs.jsonl.gz')
export const mediaList = (folder: string): string => join(folder, 'media.jsonl.gz')
export const mediaFile = (folder: string, key: string): string => join(folder, 'media', ...key.split('/'))

/** Returns the text of a manifest. */
export const writeManifest = (content: Omit<Manifest, 'format' | 'formatVersion'>): string =>
  `${JSON.stringify({ format: 'virtual-courses-backup', formatVersion, ...content }, null, 2)}\n`

/** Reads the manifest of a backup. Throws, in one sentence, when it is none, not complete, or made by a newer version. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error
    throw new Error(`${folder} is not a complete backup: it has no manifest.json`)
  })
  const parsed = Manifest.safeParse(parseJson(text))
  const newer = 'This backup was made by a newer version of Virtual Courses: restore it with that version'
  if (!parsed.success) {
    const { formatVersion: version } = z
      .looseObject({ formatVersion: z.number().catch(0) })
      .catch({ formatVersion: 0 })
      .parse(parseJson(text))
    if (version > formatVersion) throw new Error(newer)
    throw new Error(`${manifestFile(folder)} is damaged, or not the manifest of a backup`)
  }
  const manifest = parsed.data
  const known = Object.keys(migrations)
  const strange = manifest.migrations.find((name, index) => name !== known[index])
  if (manifest.formatVersion > formatVersion || strange !== undefined)
    throw new Error(strange === undefined ? newer : `${newer} (migration ${strange} is not known here)`)
  return manifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Writes a file and syncs it to the disk; readable by its own user only. */
export async function writeSynced(path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await fill(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Adds lines to a checksum as they pass. */
export function countLines() {
  const hash = createHash('sha256')
  const counted = { lines: 0, bytes: 0 }
  return {
    /** Returns a line with its end. */
    add(line: string): string {
      const ended = `${line}\n`
      hash.update(ended)
      counted.lines++
      counted.bytes += Buffer.byteLength(ended)
      return ended
    },
    result: (): Lines => ({ ...counted, sha256: hash.digest('hex') }),
  }
}

/** Writes lines to a compressed file, which does not exist without any. Returns their number and checksum. */
export async function writeLines(path: string, lines: AsyncIterator<string>): Promise<Lines> {
  const counter = countLines()
  const first = await lines.next()
  if (first.done) return counter.result()
  const chunks = async function* () {
    let chunk = ''
    for (let line: IteratorResult<string> = first; !line.done; line = await lines.next()) {
      chunk += counter.add(line.value)
      if (chunk.length < chunkLength) continue
      yield chunk
      chunk = ''
    }
    yield chunk
  }
  await writeSynced(path, (file) =>
    pipeline(chunks, createGzip(), async (pieces: AsyncIterable<Buffer>) => {
      for await (const piece of pieces) await file.writeFile(piece)
    }),
  )
  return counter.result()
}

/** Characters that are compressed at once. */
const chunkLength = 64 * 1024

/** Yields the lines of a compressed file. Throws at its end, or where it cannot be read, when they are not those of `expected`. */
export async function* readLines(path: string, expected: Lines): AsyncGenerator<string> {
  if (expected.lines === 0) return
  const counter = countLines()
  const source = createReadStream(path)
  const content = createGunzip().setEncoding('utf8')
  source.on('error', (error) => content.destroy(error)).pipe(content)
  let rest: string[] = []
  let read = 0
  let cause: unknown
  try {
    // not by `readline`, for which the separators U+2028 and U+2029 inside of texts end a line too
    for await (const piece of content as AsyncIterable<string>) {
      // a small file may unpack to any size, and in one line
      read += Buffer.byteLength(piece)
      if (read > expected.bytes) throw new Error('it has more bytes than the backup wrote')
      const [end = '', ...others] = piece.split('\n')
      rest.push(end)
      for (const other of others) {
        const line = rest.join('')
        rest = [other]
        counter.add(line)
        yield line
      }
    }
  } catch (error) {
    cause = error
  } finally {
    source.destroy()
    content.destroy()
  }
  const { lines, sha256 } = counter.result()
  if (cause !== undefined || rest.some(Boolean) || lines !== expected.lines || sha256 !== expected.sha256)
    throw new Error(`${path} is not as the backup wrote it`, { cause })
}

/** Reads a stream to its end. Returns the number and SHA-256 of its bytes; `write` gets each piece. */
export async function hashStream(
  stream: Readable,
  write: (piece: Buffer) => Promise<unknown> = async () => {},
): Promise<Pick<StoredObject, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
    await write(piece)
  }
  return { bytes, sha256: hash.digest('hex') }
}

/** Objects of the media store that are read or written at once. */
const atOnce = 4

/** Runs `work` several times at once, on a source that they share. When one throws, waits for the others and throws its error. */
export async function together(work: () => Promise<void>): Promise<void> {
  const outcomes = await Promise.allSettled(Array.from({ length: atOnce }, work))
  const failed = outcomes.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

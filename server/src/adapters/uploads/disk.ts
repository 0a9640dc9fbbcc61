import { createReadStream, createWriteStream, mkdirSync } from 'node:fs'
import { readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { Upload } from '@tus/server'
import type { Storage } from '#ports/storage.ts'
import type { Uploads } from '#ports/uploads.ts'
import { tusProtocol } from './tus.ts'

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT' // errno of the file system
const idForm = /^[\w-]+$/
/** Returns null for a missing file; rethrows every other error of the disk. */
const orNull = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}

/** Stores the records of uploads beside their bytes. The library's own store treats any error of the disk as a missing upload. */
const records = (folder: string) => {
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  return {
    async get(id: string): Promise<Upload | undefined> {
      const text = await readFile(pathOf(id), 'utf8').catch(orNull)
      if (text === null) return undefined
      try {
        return JSON.parse(text)
      } catch {
        // a power cut came before it was written, and so before any byte of the upload was accepted
        return undefined
      }
    },
    set: (id: string, upload: Upload): Promise<void> => writeFile(pathOf(id), JSON.stringify(upload)),
    delete: (id: string): Promise<void> => rm(pathOf(id), { force: true }),
  }
}

/** The library's store, except that it reports errors of writing to the disk. */
class DiskStore extends FileStore {
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    let arrived = 0
    const count = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        arrived += chunk.length
        done(null, chunk)
      },
    })
    await pipeline(source, count, createWriteStream(join(this.directory, id), { flags: 'r+', start: offset }))
    return offset + arrived
  }
}

/** Keeps unfinished uploads in a local folder, which processes may share. Complete ones are moved into `storage`. */
export function diskUploads(folder: string, storage: Pick<Storage, 'putFile'>): Uploads {
  // the library would make the folder readable for everyone
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string): string => {
    if (!idForm.test(id)) throw new Error(`"${id}" is not the id of an upload`)
    return join(folder, id)
  }
  return {
    handle: tusProtocol(new DiskStore({ directory: folder, configstore: records(folder) }), (id) => id),
    bufferBytes: null,
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async read(id) {
      const found = await stat(pathOf(id)).catch(orNull)
      return found && createReadStream(pathOf(id), { highWaterMark: 256 * 1024 })
    },
    moveTo: (id, key, contentType) => storage.putFile(key, pathOf(id), contentType),
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
    async *list() {
      const ids = new Set((await readdir(folder)).map((name) => name.replace(/\.json$/, '')))
      for (const id of [...ids].filter((name) => idForm.test(name))) {
        const times = await Promise.all(
          [pathOf(id), `${pathOf(id)}.json`].map((path) => stat(path).then(({ mtimeMs }) => mtimeMs, orNull)),
        )
        const last = Math.max(...times.map((time) => time ?? 0))
        // neither file exists: removed meanwhile
        if (last > 0) yield { id, storedAt: new Date(last) }
      }
    },
  }
}

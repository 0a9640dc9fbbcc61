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
/** Returns null for what does not exist; every other error of the disk stays one. */
const orNull = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}

/** Records of uploads beside their bytes. The library's own takes any error of the disk for a missing upload. */
const records = (folder: string) => {
  const pathOf = (id: string): string => join(folder, `${id}.json`)
  return {
    async get(id: string): Promise<Upload | undefined> {
      const text = await readFile(pathOf(id), 'utf8').catch(orNull)
      if (text === null) return undefined
      try {
        return JSON.parse(text)
      } catch {
        // a power cut came before it was written, and so before a byte of the upload was accepted
        return undefined
      }
    },
    set: (id: string, upload: Upload): Promise<void> => writeFile(pathOf(id), JSON.stringify(upload)),
    delete: (id: string): Promise<void> => rm(pathOf(id), { force: true }),
  }
}

/** The library's store, without hiding what the disk says when it cannot be written. */
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

/** Unfinished uploads in a local folder, which processes may share. Complete ones move into `storage`. */
export function diskUploads(folder: string, storage: Pick<Storage, 'putFile'>): Uploads {
  // the library would make it readable for everyone
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
        // none of both: removed meanwhile
        if (last > 0) yield { id, storedAt: new Date(last) }
      }
    },
  }
}

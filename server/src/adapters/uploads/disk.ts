import { createReadStream, mkdirSync } from 'node:fs'
import { rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import type { Storage } from '#ports/storage.ts'
import type { Uploads } from '#ports/uploads.ts'
import { tusProtocol } from './tus.ts'

const isAbsent = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT' // errno of the file system

/** Unfinished uploads in a local folder, which processes may share. Complete ones move into `storage`. */
export function diskUploads(folder: string, storage: Pick<Storage, 'putFile'>): Uploads {
  // the library would make it readable for everyone
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (id: string): string => {
    if (!/^[\w-]+$/.test(id)) throw new Error(`"${id}" is not the id of an upload`)
    return join(folder, id)
  }
  return {
    handle: tusProtocol(new FileStore({ directory: folder }), (id) => id),
    async freeBytes() {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    async read(id) {
      const found = await stat(pathOf(id)).catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw error
      })
      return found && createReadStream(pathOf(id), { highWaterMark: 256 * 1024 })
    },
    moveTo: (id, key, contentType) => storage.putFile(key, pathOf(id), contentType),
    async remove(id) {
      await rm(pathOf(id), { force: true })
      await rm(`${pathOf(id)}.json`, { force: true })
    },
  }
}

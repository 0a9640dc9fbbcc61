import { randomBytes } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { chmod, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type ListedObject, type Located, listLimit, type Storage } from '#ports/storage.ts'
import { checkedPrefix, isStorageKey } from './storage-key.ts'

/** Minimum age in milliseconds of unfinished files before they are deleted. */
const abandonedMs = 24 * 3600 * 1000

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code // errno of the file system
const isAbsent = (error: unknown): boolean => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'

async function syncPath(path: string, flags: number): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const syncFile = (path: string): Promise<void> => syncPath(path, constants.O_RDWR)

/** Syncs the names in a folder to the disk. Windows has no such call and needs none. */
const syncFolder = async (path: string): Promise<void> => {
  if (process.platform !== 'win32') await syncPath(path, constants.O_RDONLY)
}

/** Creates a folder and syncs every folder with a new name in it. */
async function makeFolder(path: string): Promise<void> {
  const first = await mkdir(path, { recursive: true })
  if (first === undefined) return
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** Yields the keys of files under a prefix after `after`, in order. Reads one folder at a time. */
async function* keysUnder(root: string, prefix: string, after: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, prefix), { withFileTypes: true }).catch((error: unknown) => {
    if (isAbsent(error)) return []
    throw error
  })
  const names = entries.map((entry) => ({ folder: entry.isDirectory(), key: prefix + entry.name }))
  // A folder's name is followed by a slash, which affects the order.
  const keys = names.map(({ folder, key }) => (folder ? `${key}/` : key)).sort()
  for (const key of keys) {
    if (!isStorageKey(key.replace(/\/$/, ''))) continue
    if (!key.endsWith('/')) {
      if (key > after) yield key
    } else if (key > after || after.startsWith(key)) yield* keysUnder(root, key, after)
  }
}

/**
 * The media store in a local folder. Stored objects survive a power cut, and a key never shows an incomplete object. Processes may share
 * the folder. With `proxyPath`, the path under which a reverse proxy serves the folder, the group of the files may read them.
 */
export function diskStorage(root: string, { proxyPath }: { proxyPath?: string | undefined } = {}): Storage {
  const base = resolve(root)
  // Not a valid key, so that nothing in it can be located; on the same disk, so that renaming works.
  const unfinished = join(base, '.unfinished')
  let cleared: Promise<void> | undefined

  const pathOf = (key: string): string => {
    if (!isStorageKey(key)) throw new Error(`"${key}" is not a storage key`)
    return join(base, key)
  }

  const clearAbandoned = async (): Promise<void> => {
    await makeFolder(unfinished)
    for (const name of await readdir(unfinished)) {
      const path = join(unfinished, name)
      const found = await stat(path).catch(() => null)
      if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true })
    }
  }

  const freshPath = async (): Promise<string> => {
    cleared ??= clearAbandoned().catch((error: unknown) => {
      cleared = undefined
      throw error
    })
    await cleared
    return join(unfinished, randomBytes(12).toString('hex'))
  }

  /** Renames a complete, synced file to its key; if the rename cannot be synced, the key is removed again. */
  const settle = async (path: string, target: string): Promise<void> => {
    await makeFolder(dirname(target))
    if (proxyPath !== undefined) await chmod(path, 0o640)
    await rename(path, target)
    await syncFolder(dirname(target)).catch(async (error: unknown) => {
      await rm(target, { force: true })
      throw error
    })
  }

  /** Writes a temporary file and moves it to its key; the temporary file is deleted in any case. */
  const putThrough = async (target: string, fill: (path: string) => Promise<void>): Promise<void> => {
    const path = await freshPath()
    try {
      await fill(path)
      await syncFile(path)
      await settle(path, target)
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    origin: null,
    async putFile(key, path) {
      const target = pathOf(key)
      await syncFile(path)
      try {
        await settle(path, target)
      } catch (error) {
        if (codeOf(error) !== 'EXDEV') throw error
        await putThrough(target, (fresh) => copyFile(path, fresh))
        await rm(path, { force: true })
      }
    },
    async putBytes(key, bytes) {
      await putThrough(pathOf(key), (path) => writeFile(path, bytes, { flag: 'wx', mode: 0o600 }))
    },
    async locate(key): Promise<Located | null> {
      if (!isStorageKey(key)) return null
      const path = pathOf(key)
      try {
        const found = await stat(path)
        if (!found.isFile()) return null
        return { kind: 'file', path, bytes: found.size, ...(proxyPath !== undefined && { proxyPath: proxyPath + key }) }
      } catch (error) {
        if (isAbsent(error)) return null
        throw error
      }
    },
    async read(key) {
      if ((await this.locate(key)) === null) return null
      const handle = await open(pathOf(key), 'r').catch((error: unknown) => {
        if (isAbsent(error)) return null
        throw error
      })
      return handle && createReadStream('', { fd: handle })
    },
    async remove(key) {
      const path = pathOf(key.replace(/\/$/, ''))
      const found = await stat(path).catch(() => null)
      // A key refers to an object; only a prefix refers to a folder.
      if (!found || found.isDirectory() !== key.endsWith('/')) return
      await rm(path, { recursive: true, force: true })
      await syncFolder(dirname(path)).catch((error: unknown) => {
        if (!isAbsent(error)) throw error
      })
    },
    async list(prefix, { after = '', limit }) {
      const found: ListedObject[] = []
      const most = Math.min(limit, listLimit)
      for await (const key of keysUnder(base, checkedPrefix(prefix), after)) {
        if (found.length >= most) break
        const file = await stat(join(base, key)).catch(() => null) // removed meanwhile
        if (file) found.push({ key, bytes: file.size, storedAt: file.mtime })
      }
      return found
    },
    async check() {
      const path = await freshPath()
      try {
        await writeFile(path, path, { flag: 'wx' })
        if ((await readFile(path, 'utf8')) !== path) throw new Error('the media folder does not keep what is written')
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

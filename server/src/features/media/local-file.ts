import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { freeBytesOf } from '#core/files/free-bytes.ts'

type Deps = Pick<FeatureDeps, 'storage' | 'config' | 'clock'>

/** Bytes that a copy of a stored object leaves free on the disk. */
export const freeBytes = 1024 ** 3
/** No work on a copy takes longer: an older one belongs to a process that was killed. */
const oldMs = 12 * 3_600_000

const copiesRoot = ({ config }: Pick<Deps, 'config'>): string => join(resolve(config.DATA_DIR), 'media-copies')

/**
 * Runs `work` with a stored object as a local file: a temporary copy (`copied`) where the store keeps it elsewhere, below `DATA_DIR`.
 * Null when it is not stored. Throws disk_full when a copy of `bytes` would fill the disk.
 */
export async function withLocalFile<T>(
  deps: Deps,
  { key, bytes }: { key: string; bytes: number },
  work: (path: string, copied: boolean) => Promise<T>,
): Promise<T | null> {
  const { storage } = deps
  const located = await storage.locate(key)
  if (!located) return null
  if (located.kind === 'file') return work(located.path, false)
  const root = copiesRoot(deps)
  await mkdir(root, { recursive: true, mode: 0o700 })
  if ((await freeBytesOf(root)) < bytes + freeBytes) throw new DomainError('disk_full')
  const stream = await storage.read(key)
  if (!stream) return null
  const folder = await mkdtemp(join(root, 'copy-'))
  try {
    const path = join(folder, 'file')
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    return await work(path, true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Deletes the copies that killed processes left. */
export async function cleanCopies(deps: Pick<Deps, 'config' | 'clock'>): Promise<void> {
  const root = copiesRoot(deps)
  for (const name of await readdir(root).catch(() => [])) {
    const folder = join(root, name)
    const made = await stat(folder).catch(() => null)
    if (made && deps.clock.now().getTime() - made.mtimeMs > oldMs) await rm(folder, { recursive: true, force: true })
  }
}

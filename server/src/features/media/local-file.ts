import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '#ports/storage.ts'

/** Runs `work` with a stored object as a local file: a temporary copy (`copied`) where the store keeps it elsewhere. Null when it is not stored. */
export async function withLocalFile<T>(
  storage: Storage,
  key: string,
  work: (path: string, copied: boolean) => Promise<T>,
): Promise<T | null> {
  const located = await storage.locate(key)
  if (!located) return null
  if (located.kind === 'file') return work(located.path, false)
  const stream = await storage.read(key)
  if (!stream) return null
  const folder = await mkdtemp(join(tmpdir(), 'virtual-courses-media-'))
  try {
    const path = join(folder, 'file')
    await pipeline(stream, createWriteStream(path, { mode: 0o600 }))
    return await work(path, true)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

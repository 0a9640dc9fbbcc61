import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** An upload that has grown by nothing for so long is no one's: connections that bring nothing are cut off much sooner. */
const abandonedMs = 3600 * 1000

/** Removes what uploads have left in `folder` that nothing was written to for `olderThanMs`; answers how many files. */
export async function deleteOldUploads(folder: string, olderThanMs: number, now: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const written = await stat(path).catch(() => null)
    if (!written || now.getTime() - written.mtimeMs < olderThanMs) continue
    await rm(path, { recursive: true, force: true })
    removed++
  }
  return removed
}

/**
 * Clears away, at the start and every hour, what uploads left behind whose server was killed. `alone`: no other process uses
 * this folder, so that at the start everything in it is old.
 */
export async function cleanUploads(app: FastifyInstance, folder: string, alone: boolean): Promise<void> {
  const cleanUp = async (olderThanMs: number): Promise<void> => {
    try {
      const count = await deleteOldUploads(folder, olderThanMs, new Date())
      if (count > 0) app.log.info({ count }, 'what unfinished uploads had left behind was removed')
    } catch (error) {
      app.log.warn({ err: error }, 'unfinished uploads cannot be removed')
    }
  }
  await cleanUp(alone ? 0 : abandonedMs)
  const timer = setInterval(() => void cleanUp(abandonedMs), abandonedMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

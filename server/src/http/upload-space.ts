import { readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/domain-error.ts'

/** Bytes that must stay free on the disk after all running uploads. */
const keepFreeBytes = 256 * 1024 ** 2
/** Bytes that an upload of unknown length reserves ahead of the received bytes. */
const stepBytes = 32 * 1024 ** 2
/** Maximum announced bytes of a body that counts as a form: users may submit more forms than uploads at once. */
const formBytes = 128 * 1024
/** True for a body that is at most a form with a small picture. */
export const isForm = (announced: number | undefined): boolean => announced !== undefined && announced <= formBytes
const maxPerUser = { uploads: 3, forms: 16 }
const maxTotal = 64
const retrySeconds = 30

/** One running upload. */
export type UploadSlot = {
  /** Sets the number of received bytes; false when more must be reserved. */
  arrived(totalBytes: number): boolean
  /** Reserves the next step for a body of unknown length. Throws `disk_full`. */
  reserveMore(): Promise<void>
  /** Releases the slot; may be called again. */
  release(): void
}

type Running = { reserved: number; arrived: number }

/** Limits the uploads of this process and reserves disk space, so that parallel uploads cannot use the same space. */
export function createUploadQuota() {
  const running = new Set<Running>()
  /** by kind and user */
  const perUser = new Map<string, number>()

  /** Reads the free space and reserves from it without another await in between. */
  const reserve = async (folder: string, upload: Running, bytes: number): Promise<void> => {
    const disk = await statfs(folder)
    let promised = 0
    for (const one of running) promised += Math.max(0, one.reserved - one.arrived)
    if (bytes + promised + keepFreeBytes > disk.bavail * disk.bsize) throw new DomainError('disk_full')
    upload.reserved += bytes
  }

  return {
    /**
     * Opens an upload of a user; `announced` is the length of its body if it is known. Throws `rate_limited` when the user has too
     * many uploads, `unavailable` when the server has too many, and `disk_full`.
     */
    async open(user: string, folder: string, announced: number | undefined): Promise<UploadSlot> {
      const kind = isForm(announced) ? 'forms' : 'uploads'
      const key = `${kind} ${user}`
      const mine = perUser.get(key) ?? 0
      if (mine >= maxPerUser[kind])
        throw new DomainError('rate_limited', {
          message: `You have ${maxPerUser[kind]} uploads running already. Please wait until one of them has ended.`,
          retryAfterSeconds: retrySeconds,
        })
      if (running.size >= maxTotal)
        throw new DomainError('unavailable', {
          message: 'Too many uploads are running at the moment. Please try again in a minute.',
          retryAfterSeconds: retrySeconds,
        })
      const upload: Running = { reserved: 0, arrived: 0 }
      running.add(upload)
      perUser.set(key, mine + 1)
      const release = (): void => {
        if (!running.delete(upload)) return
        const left = (perUser.get(key) ?? 1) - 1
        if (left > 0) perUser.set(key, left)
        else perUser.delete(key)
      }
      try {
        await reserve(folder, upload, announced ?? stepBytes)
      } catch (error) {
        release()
        throw error
      }
      return {
        arrived(totalBytes) {
          upload.arrived = totalBytes
          return totalBytes <= upload.reserved
        },
        reserveMore: () => reserve(folder, upload, Math.max(stepBytes, upload.arrived - upload.reserved + stepBytes)),
        release,
      }
    },
  }
}

/** Milliseconds without a write after which an upload is abandoned; idle connections are closed much sooner. */
const abandonedMs = 3600 * 1000

/** Deletes files of uploads in `folder` that were not written to for `olderThanMs`; returns their number. */
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
 * Deletes files of uploads that a killed process left behind, at the start and every hour. With `alone` no other process uses the
 * folder, so all its files are deleted at the start.
 */
export async function cleanUploads(app: FastifyInstance, folder: string, alone: boolean): Promise<void> {
  const cleanUp = async (olderThanMs: number): Promise<void> => {
    try {
      const count = await deleteOldUploads(folder, olderThanMs, new Date())
      if (count > 0) app.log.info({ count }, 'files of unfinished uploads were deleted')
    } catch (error) {
      app.log.warn({ err: error }, 'files of unfinished uploads cannot be deleted')
    }
  }
  await cleanUp(alone ? 0 : abandonedMs)
  const timer = setInterval(() => void cleanUp(abandonedMs), abandonedMs).unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

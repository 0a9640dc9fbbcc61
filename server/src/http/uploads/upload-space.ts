import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { msg } from '@lingui/core/runtime-macro'
import type { FastifyInstance } from 'fastify'
import { DomainError } from '#core/domain-error.ts'
import { freeBytesOf } from '#core/files/free-bytes.ts'
import type { Sentence } from '#core/languages/language.ts'

/** Bytes that must stay free on the disk after all running uploads. */
const keepFreeBytes = 256 * 1024 ** 2
/** Maximum bytes that an upload reserves ahead of the received bytes, and the minimum while there is any space. */
const stepBytes = { most: 32 * 1024 ** 2, least: 1024 ** 2 }
/** Maximum announced size in bytes of a body that counts as a form, whatever files it may contain. */
const formBytes = 128 * 1024
/** True for a body that is at most as large as a form with a small image. */
export const isForm = (announced: number | undefined): boolean => announced !== undefined && announced <= formBytes
/** Forms, including those with an image, have upload slots of their own, separate from those for videos and files. */
const maxPerUser = { uploads: 3, forms: 16 }
const maxTotal = { uploads: 64, forms: 64 }
const retrySeconds = 30

/** A new upload. */
export type Begun = {
  kind: 'forms' | 'uploads'
  /** id of the account; without one, the client */
  user: string
  /** key of the client address */
  client: string
  folder: string
  /** length of the body, if it is known */
  announced: number | undefined
  /** Called when the slot is given to another client. */
  drop: (reason: DomainError) => void
}

/** One running upload. */
export type UploadSlot = {
  /** Sets the number of received bytes; false when more must be reserved. */
  arrived(totalBytes: number): boolean
  /** Reserves the next step. Throws `disk_full`. */
  reserveMore(): Promise<void>
  /** Releases the slot; may be called again. */
  release(): void
}

type Running = Begun & { since: number; reserved: number; arrived: number; release(): void }

/**
 * Limits the uploads of this process, fairly by client, and reserves disk space, so that parallel uploads cannot use the same space. Space
 * is reserved a step ahead of the received bytes, not for the announced length: an upload reserves at most an eighth of the free space, and
 * all uploads of a client or an account a quarter.
 */
export function createUploadQuota(freeBytes = freeBytesOf) {
  const running = new Set<Running>()

  const busy = (message: Sentence): DomainError =>
    new DomainError('unavailable', { message, retryAfterSeconds: retrySeconds })

  /**
   * Frees a slot for one more upload of a client: the client with the most uploads loses its slowest one, if it then still has as many as
   * this client. Returns false when no other client has more.
   */
  const makeRoom = ({ kind, client }: Begun): boolean => {
    const byClient = new Map<string, Running[]>()
    for (const one of running)
      if (one.kind === kind) byClient.set(one.client, [...(byClient.get(one.client) ?? []), one])
    const most = [...byClient.values()].reduce((a, b) => (b.length > a.length ? b : a), [])
    if (most.length <= (byClient.get(client)?.length ?? 0) + 1) return false
    const now = performance.now()
    const pace = (one: Running): number => one.arrived / (now - one.since + 1)
    const slowest = most.reduce((a, b) => (pace(b) < pace(a) ? b : a))
    slowest.release()
    slowest.drop(
      busy(msg`Too many uploads are running from your address, and others wait. Please try again in a minute.`),
    )
    return true
  }

  /** Reads the free space and reserves from it without another await in between. */
  const reserve = async (upload: Running): Promise<void> => {
    const free = await freeBytes(upload.folder)
    let left = free - keepFreeBytes
    let own = 0
    for (const one of running) {
      const ahead = Math.max(0, one.reserved - one.arrived)
      left -= ahead
      if (one.client === upload.client || one.user === upload.user) own += ahead
    }
    const rest = (upload.announced ?? Number.POSITIVE_INFINITY) - upload.reserved
    const share = Math.min(left / 8, (left + own) / 4 - own)
    const step = Math.min(rest, stepBytes.most, Math.max(stepBytes.least, Math.floor(share)))
    if (step > left) throw new DomainError('disk_full')
    upload.reserved += step
  }

  return {
    /**
     * Opens an upload. Throws `rate_limited` when the user has too many, `unavailable` when the server has too many and no client has
     * more of them than this one, and `disk_full`, also when the announced length exceeds the free space.
     */
    async open(begun: Begun): Promise<UploadSlot> {
      const { kind, user } = begun
      const ofKind = [...running].filter((one) => one.kind === kind)
      if (ofKind.filter((one) => one.user === user).length >= maxPerUser[kind])
        throw new DomainError('rate_limited', {
          message: msg`You have ${{ count: maxPerUser[kind] }} uploads running already. Please wait until one of them has ended.`,
          retryAfterSeconds: retrySeconds,
        })
      if (ofKind.length >= maxTotal[kind] && !makeRoom(begun))
        throw busy(msg`Too many uploads are running at the moment. Please try again in a minute.`)
      const release = (): void => void running.delete(upload)
      const upload: Running = { ...begun, since: performance.now(), reserved: 0, arrived: 0, release }
      running.add(upload)
      try {
        if (begun.announced !== undefined && begun.announced + keepFreeBytes > (await freeBytes(begun.folder)))
          throw new DomainError('disk_full')
        await reserve(upload)
      } catch (error) {
        release()
        throw error
      }
      return {
        arrived(totalBytes) {
          upload.arrived = totalBytes
          return totalBytes <= upload.reserved
        },
        async reserveMore() {
          while (running.has(upload) && upload.reserved < upload.arrived) await reserve(upload)
        },
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

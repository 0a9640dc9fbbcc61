import { statfs } from 'node:fs/promises'
import { DomainError } from '#core/domain-error.ts'

/** Bytes that must stay free on the disk after all running uploads. */
const keepFreeBytes = 256 * 1024 ** 2
/** How much an upload of unannounced length reserves ahead of what has arrived. */
const stepBytes = 32 * 1024 ** 2
/** A body of this announced length, in bytes, holds fields and hardly a file: saving several forms at once is no flood. */
const formBytes = 128 * 1024
const maxPerUser = { uploads: 3, forms: 16 }
const maxTotal = 64
const retrySeconds = 30

/** One running upload. */
export type UploadSlot = {
  /** Notes how much has arrived; true when nothing further has to be reserved. */
  arrived(totalBytes: number): boolean
  /** Reserves the next step of a body whose length was not announced. Throws disk_full. */
  reserveMore(): Promise<void>
  /** Ends it; harmless when repeated. */
  release(): void
}

type Running = { reserved: number; arrived: number }

/** What the uploads of this process have taken and will take, so that parallel ones cannot take the same space. */
export function uploadAccount() {
  const running = new Set<Running>()
  /** by kind and user */
  const perUser = new Map<string, number>()

  /** Reading the free space and reserving of it are one step: nothing else runs between the answer and the reservation. */
  const reserve = async (folder: string, upload: Running, bytes: number): Promise<void> => {
    const disk = await statfs(folder)
    let promised = 0
    for (const one of running) promised += Math.max(0, one.reserved - one.arrived)
    if (bytes + promised + keepFreeBytes > disk.bavail * disk.bsize) throw new DomainError('disk_full')
    upload.reserved += bytes
  }

  return {
    /**
     * Takes up an upload of a user; `announced` is the length of its body where that is known. Throws rate_limited, when the
     * user has too many, unavailable, when all together have, and disk_full.
     */
    async open(user: string, folder: string, announced: number | undefined): Promise<UploadSlot> {
      const kind = announced !== undefined && announced <= formBytes ? 'forms' : 'uploads'
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

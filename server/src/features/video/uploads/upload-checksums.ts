import { createHash } from 'node:crypto'
import { msg } from '@lingui/core/runtime-macro'
import { uploadSliceBytes } from '@virtual-courses/contract'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { requireUpload } from './receive-upload.ts'
import { lockUpload, setChecksums } from './upload-queries.ts'

/** SHA-256 of slices of a file by their number, in hexadecimal digits. */
export type Checksums = Readonly<Record<string, string>>

/** Parses the checksums stored in a row. */
export const readChecksums = (kept: unknown): Checksums => z.record(z.string(), z.string()).parse(kept)

/**
 * Stores checksums of slices of the file of the user's own upload. Throws other_file when a different one is stored for a slice,
 * upload_conflict when everything has arrived, not_found, invalid_input, rate_limited.
 */
export async function noteChecksums(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  ownerId: string,
  id: string,
  { first, sha256 }: { first: number; sha256: readonly string[] },
): Promise<{ noted: number }> {
  const { bytes } = await requireUpload(deps, ownerId, id)
  if (first + sha256.length > Math.ceil(Number(bytes) / uploadSliceBytes))
    throw new DomainError('invalid_input', msg`The file of this upload has fewer slices`)
  return transact(deps.db, async (tx) => {
    const upload = await lockUpload(tx, id)
    if (!upload) throw new DomainError('not_found')
    const known = readChecksums(upload.checksums)
    const more: Record<string, string> = {}
    for (const [index, checksum] of sha256.entries()) {
      const slice = String(first + index)
      if ((known[slice] ?? checksum) !== checksum) throw new DomainError('other_file')
      more[slice] = checksum
    }
    if (upload.state !== 'receiving') throw new DomainError('upload_conflict')
    const all = { ...known, ...more }
    await setChecksums(tx, id, JSON.stringify(all))
    return { noted: Object.keys(all).length }
  })
}

/** Consumes the bytes of a file in order; `differs` returns whether a slice does not match its stored checksum. */
export function compareSlices(checksums: Checksums): { add(chunk: Buffer): void; differs(): boolean } {
  let hash = createHash('sha256')
  let slice = 0
  let inSlice = 0
  let different = false
  const endSlice = (): void => {
    const noted = checksums[String(slice)]
    if (noted !== undefined && noted !== hash.digest('hex')) different = true
    hash = createHash('sha256')
    slice++
    inSlice = 0
  }
  return {
    add(chunk) {
      for (let rest = chunk; rest.length > 0; ) {
        const piece = rest.subarray(0, uploadSliceBytes - inSlice)
        if (checksums[String(slice)] !== undefined) hash.update(piece)
        inSlice += piece.length
        rest = rest.subarray(piece.length)
        if (inSlice === uploadSliceBytes) endSlice()
      }
    },
    differs() {
      if (inSlice > 0) endSlice()
      return different
    },
  }
}

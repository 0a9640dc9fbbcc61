import type { DiskState } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { freeBytesOf } from '#core/files/free-bytes.ts'
import { keepFreeBytes } from '../media/index.ts'

/** Free bytes from which on it is time to make room. */
const enough = 5e9

/** Returns how full the disk is that takes uploads, or with a bucket that of `DATA_DIR`; null where it cannot be measured. */
export async function measureDisk({
  uploads,
  config,
  log,
}: Pick<FeatureDeps, 'uploads' | 'config' | 'log'>): Promise<DiskState | null> {
  try {
    const free = (await uploads.freeBytes()) ?? (await freeBytesOf(config.DATA_DIR))
    return { free, least: keepFreeBytes, state: free < keepFreeBytes ? 'full' : free < enough ? 'low' : 'ok' }
  } catch (error) {
    log.warn({ err: error }, 'the disk of uploads could not be measured')
    return null
  }
}

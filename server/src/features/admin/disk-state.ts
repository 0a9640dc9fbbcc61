import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { DiskState } from '@virtual-courses/contract'
import { sql } from 'kysely'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { english } from '#core/languages/language.ts'
import { recordingProblems } from '#ports/recording-problems.ts'
import { videoProblems } from '#ports/video-problems.ts'

/** Free bytes with less of which videos are refused, as uploads and as work; and those from which on it is time to make room. */
const least = 512 * 1024 ** 2
const enough = 5e9

/** Returns how full the disk is that takes uploads, or with a bucket that of `DATA_DIR`; null where it cannot be measured. */
export async function measureDisk({
  uploads,
  config,
  log,
}: Pick<FeatureDeps, 'uploads' | 'config' | 'log'>): Promise<DiskState | null> {
  try {
    const free = (await uploads.freeBytes()) ?? (await freeOf(config.DATA_DIR))
    return { free, least, state: free < least ? 'full' : free < enough ? 'low' : 'ok' }
  } catch (error) {
    log.warn({ err: error }, 'the disk of uploads could not be measured')
    return null
  }
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(resolve(folder))
  return bavail * bsize
}

/** Returns the number of videos and recordings whose worker had too little disk space, and which are tried again. */
export async function countWaitingForSpace(on: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from videos
        where stream_state = 'waiting' and stream_problem = ${english(videoProblems.noSpace())})
      + (select count(*) from live_recordings
        where state = 'mixing' and problem = ${english(recordingProblems.noSpace())})
    )::int as count`.execute(on)
  return rows[0]?.count ?? 0
}

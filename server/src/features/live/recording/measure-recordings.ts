import type { RecordingStorage } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { canRecord } from './record-session.ts'
import { countRecordings } from './recording-queries.ts'
import { endsBy, leastFree, spaceLeft } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'config' | 'settings' | 'liveMixer' | 'log'>

/** Returns what recordings take on the disk and in the media store; null where the site records nothing and has none. */
export async function measureRecordings(deps: Deps): Promise<RecordingStorage | null> {
  const { db, config, settings, liveMixer, log } = deps
  const counts = await countRecordings(db)
  const { running = 0, waiting = 0, failed = 0, drafts = 0, draft_bytes = 0, used = 0, used_bytes = 0 } = counts ?? {}
  if (!canRecord(config) && running + waiting + failed + drafts + used === 0) return null
  const space = await liveMixer?.measure().catch((error: unknown) => {
    log.warn({ err: error }, 'the folder of recordings could not be measured')
    return undefined
  })
  return {
    streams: space
      ? {
          ...{ bytes: space.bytes, free: space.free, least: leastFree },
          left: Math.max(0, spaceLeft(space, settings.current())),
          endsBy: endsBy(space, settings.current()),
        }
      : null,
    allowed: settings.current().recordingGb * 1e9,
    ...{ running, waiting, failed },
    drafts: { count: drafts, bytes: draft_bytes },
    used: { count: used, bytes: used_bytes },
  }
}

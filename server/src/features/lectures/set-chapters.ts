import { isDeepStrictEqual } from 'node:util'
import { msg } from '@lingui/core/runtime-macro'
import type { Chapter, Lecture } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { lectureTextsChanged } from './jobs.ts'
import { changeOwnLecture } from './lock-own-lecture.ts'
import { setChaptersOf } from './queries.ts'

/**
 * Sets the chapters of the owner's lecture; `replaces` are those that they may replace, undefined for any. Throws not_found,
 * invalid_input, chapters_changed, rate_limited, storage_full.
 */
export async function setChapters(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'settings'>,
  ownerId: string,
  lectureId: string,
  { chapters, replaces }: { chapters: Chapter[]; replaces?: Chapter[] | undefined },
): Promise<Lecture> {
  await deps.limits.chapters.consume(ownerId)
  return changeOwnLecture(deps, ownerId, lectureId, async (tx, before) => {
    if (replaces && !isDeepStrictEqual(replaces, before.chapters)) throw new DomainError('chapters_changed')
    const { videoId, durationSeconds } = before
    if (videoId === null && chapters.length > 0) throw new DomainError('invalid_input', msg`Upload the video first`)
    const late =
      durationSeconds === null ? -1 : chapters.findIndex(({ start }) => start > 0 && start >= durationSeconds)
    if (late >= 0) {
      const message = msg`A chapter starts before the end of the video`
      throw new DomainError('invalid_input', { message, fields: [{ path: `chapters.${late}.start`, message }] })
    }
    await setChaptersOf(tx, lectureId, chapters)
    tx.enqueue(lectureTextsChanged, { lectureIds: [lectureId] })
  })
}

import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { courseTextChanged, isLive, publishLiveChanged } from '../courses/index.ts'
import { removeLater } from '../media/index.ts'
import { lockOwnLecture } from './lock-own-lecture.ts'
import { deleteLecture } from './queries.ts'

/** Removes a lecture of the owner's course, its video by a job. The others keep their order. Throws not_found. */
export async function removeLecture(deps: Pick<FeatureDeps, 'db'>, ownerId: string, lectureId: string): Promise<void> {
  await transact(deps.db, async (tx) => {
    const { courseId, published, videoId, liveState } = await lockOwnLecture(tx, lectureId, ownerId)
    if (isLive(liveState)) await publishLiveChanged(tx, { courseId, lectureId, state: 'none', startTime: null })
    await deleteLecture(tx, lectureId, courseId)
    if (videoId !== null) removeLater(tx, { videos: [videoId] })
    if (published) {
      tx.enqueue(courseTextChanged, { courseId })
      tx.invalidate('catalogue')
    }
  })
}

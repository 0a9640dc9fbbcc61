import type { VideoStatus } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { requireOwnCourse } from '../courses/index.ts'
import { changeStream, listStatus, makesStreams } from '../video/streams/index.ts'
import { authorizeEdit } from './edit-lecture.ts'

/** Returns what became of the videos of an own course. Throws not_found. */
export async function listVideos(
  deps: Pick<FeatureDeps, 'db' | 'config' | 'transcoder'>,
  ownerId: string,
  courseId: string,
): Promise<{ makesStreams: boolean; videos: VideoStatus[] }> {
  await requireOwnCourse(deps.db, courseId, ownerId)
  return { makesStreams: makesStreams(deps), videos: await listStatus(deps.db, courseId) }
}

/** Has the stream of an own lecture's video made again, or not. Throws not_found, rate_limited, video_moved_on, no_streams. */
export async function changeVideo(
  deps: Pick<FeatureDeps, 'db' | 'limits' | 'config' | 'transcoder'>,
  ownerId: string,
  lectureId: string,
  change: 'retry' | 'cancel',
): Promise<VideoStatus> {
  await authorizeEdit(deps, ownerId, lectureId)
  if (change === 'retry' && !makesStreams(deps)) throw new DomainError('no_streams')
  return changeStream(deps, lectureId, change)
}

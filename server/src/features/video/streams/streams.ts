import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { events, type VideoStatus } from '@virtual-courses/contract'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import { defineTopic, toProcesses } from '#core/events/topics.ts'
import { toUsers } from '#core/events/user-channel.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import { type Say, sourceLanguage, speak } from '#core/languages/language.ts'
import { runsJobs } from '#core/role.ts'
import { type Tx, transact } from '#core/transact.ts'
import { videoProblems } from '#ports/video-problems.ts'
import { requireOwnCourse } from '../../courses/index.ts'
import { authorizeEdit } from '../../lectures/index.ts'
import {
  cancelVideo,
  findQueuePlaces,
  findStatusOfCourse,
  findStatusOfLecture,
  findStatusOfVideo,
  queueVideo,
  type StatusRow,
} from './stream-queries.ts'

/** Notifies all workers that a video is waiting, or that one was canceled. Workers that miss it poll every few seconds. */
export const streamsTopic = defineTopic({ name: 'streams', message: z.object({ canceled: z.string().optional() }) })

/** Whether the site makes streams. A process that runs no jobs cannot know whether the others have a transcoder, and assumes it. */
const makesStreams = ({ config, transcoder }: Pick<FeatureDeps, 'config' | 'transcoder'>): boolean =>
  transcoder !== null || !runsJobs(config)

/** Queues a new video for its stream, if the site makes streams. Call it in the transaction that refers to the video. */
export async function queueStream(
  tx: Tx,
  deps: Pick<FeatureDeps, 'config' | 'transcoder'>,
  videoId: string,
): Promise<void> {
  if (!makesStreams(deps)) return
  if (!(await queueVideo(tx, videoId))) return
  tx.publish(toProcesses(streamsTopic, {}))
  await publishStatus(tx, videoId)
}

const makers: readonly ((...values: string[]) => MessageDescriptor)[] = Object.values(videoProblems)
const readProblem = keptSentences(makers.map((make) => make('', '')))

const present = (row: StatusRow, say: Say, place: number | null = null): VideoStatus => ({
  lectureId: row.lecture_id,
  courseId: row.course_id,
  state: row.stream_state,
  percent: row.stream_percent,
  place,
  problem: row.stream_problem === null ? null : say(readProblem(row.stream_problem)),
  heights: row.heights,
})

/** Publishes the status of a video to the educator's pages, at the commit. */
export async function publishStatus(tx: Tx, videoId: string): Promise<void> {
  for (const row of await findStatusOfVideo(tx, videoId))
    tx.publish(
      toUsers(events.videos.changed, present(row, speak(row.language ?? sourceLanguage)), [{ userId: row.creator_id }]),
    )
}

/** Returns the status of the videos of an educator's own course. Throws not_found. */
export async function listVideos(
  deps: Pick<FeatureDeps, 'db' | 'config' | 'transcoder'>,
  ownerId: string,
  courseId: string,
  say: Say,
): Promise<{ makesStreams: boolean; videos: VideoStatus[] }> {
  const { db } = deps
  await requireOwnCourse(db, courseId, ownerId)
  const rows = await findStatusOfCourse(db, courseId)
  const waiting = rows.filter((row) => row.stream_state === 'waiting').map((row) => row.video_id)
  const places = await findQueuePlaces(db, waiting)
  return {
    makesStreams: makesStreams(deps),
    videos: rows.map((row) => present(row, say, places.get(row.video_id) ?? null)),
  }
}

/**
 * Queues the video of an educator's own lecture again, or removes it from the queue. Throws not_found, rate_limited, video_moved_on,
 * no_streams.
 */
export async function changeVideo(
  deps: Pick<FeatureDeps, 'db' | 'limits' | 'config' | 'transcoder'>,
  ownerId: string,
  lectureId: string,
  { change, say }: { change: 'retry' | 'cancel'; say: Say },
): Promise<VideoStatus> {
  await authorizeEdit(deps, ownerId, lectureId)
  if (change === 'retry' && !makesStreams(deps)) throw new DomainError('no_streams')
  return transact(deps.db, async (tx) => {
    const before = await findStatusOfLecture(tx, lectureId)
    if (!before) throw new DomainError('not_found', msg`This lecture has no video`)
    const { video_id: videoId } = before
    const isChanged = change === 'retry' ? await queueVideo(tx, videoId) : await cancelVideo(tx, videoId)
    if (!isChanged) throw new DomainError('video_moved_on')
    tx.publish(toProcesses(streamsTopic, change === 'cancel' ? { canceled: videoId } : {}))
    await publishStatus(tx, videoId)
    const after = await findStatusOfLecture(tx, lectureId)
    if (!after) throw new DomainError('not_found')
    return present(after, say, (await findQueuePlaces(tx, [videoId])).get(videoId) ?? null)
  })
}

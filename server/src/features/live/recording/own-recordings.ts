import { msg } from '@lingui/core/runtime-macro'
import { type Chapter, maxRecordingsShown, type Recording } from '@virtual-courses/contract'
import { DomainError, isOutage } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import type { Say } from '#core/languages/language.ts'
import { type Tx, transact } from '#core/transact.ts'
import { recordingProblems } from '#ports/recording-problems.ts'
import type { Located } from '#ports/storage.ts'
import { changeLecture, findLecture, findOwnCourseId, lockOwnLecture } from '../../lectures/index.ts'
import { removeLater, videoKey } from '../../media/index.ts'
import { canonicalLanguage, findTranscription, startTranscription } from '../../video/captions/index.ts'
import { mixingLater } from './mixing-topic.ts'
import {
  deleteOf,
  deleteOne,
  findOwn,
  findRecordings,
  findWritten,
  lockRecording,
  markUsed,
  queueAgain,
  type RecordingRow,
} from './recording-queries.ts'
import { deletesAt, draftChapters } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'settings' | 'limits'>

const readProblem = keptSentences(Object.values(recordingProblems).map((make) => make()))

type Lecture = { id: string; videoId: string | null }

const present = (row: RecordingRow, lecture: Lecture, { settings }: Pick<Deps, 'settings'>, say: Say): Recording => ({
  _id: row.id,
  lectureId: lecture.id,
  state: row.state,
  percent: row.percent,
  problem: row.problem === null ? null : say(readProblem(row.problem)),
  startedAt: row.started_at.toISOString(),
  stoppedAt: row.stopped_at?.toISOString() ?? null,
  stoppedBy: row.stopped_by,
  seconds: row.seconds,
  bytes: row.bytes === null ? null : Number(row.bytes),
  usedAt: (row.video_id !== null && row.video_id === lecture.videoId && row.used_at?.toISOString()) || null,
  deletesAt: deletesAt(row, settings.current())?.toISOString() ?? null,
})

/** Returns the recordings of an educator's own lecture, the newest first. Throws not_found. */
export async function listRecordings(deps: Deps, ownerId: string, lectureId: string, say: Say): Promise<Recording[]> {
  if ((await findOwnCourseId(deps.db, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
  const rows = await findRecordings(deps.db, lectureId, maxRecordingsShown)
  const videoId = (await findLecture(deps.db, lectureId))?.video_id ?? null
  return rows.map((row) => present(row, { id: lectureId, videoId }, deps, say))
}

/** Returns a recording of an own lecture, locked. Throws not_found. */
async function lockOwn(tx: Tx, id: string, ownerId: string): Promise<RecordingRow & { lecture_id: string }> {
  const own = await findOwn(tx, id, ownerId)
  if (!own?.lecture_id) throw new DomainError('not_found')
  // first, as everyone does who deletes a lecture with its recordings
  await lockOwnLecture(tx, own.lecture_id, ownerId)
  const row = await lockRecording(tx, id)
  if (!row?.lecture_id) throw new DomainError('not_found')
  return { ...row, lecture_id: row.lecture_id }
}

type Change = (tx: Tx, row: RecordingRow & { lecture_id: string }) => Promise<void>

/** Changes a recording of an own lecture, and returns it. Throws not_found, rate_limited, and what `change` throws. */
async function changeOwn(
  deps: Deps,
  asked: { ownerId: string; id: string; say: Say },
  change: Change,
): Promise<Recording> {
  const { ownerId, id, say } = asked
  await deps.limits.recordings.consume(ownerId)
  return transact(deps.db, async (tx) => {
    const row = await lockOwn(tx, id, ownerId)
    await change(tx, row)
    const after = await lockRecording(tx, id)
    const lecture = await findLecture(tx, row.lecture_id)
    if (!after || !lecture) throw new DomainError('not_found')
    return present(after, { id: lecture.id, videoId: lecture.video_id }, deps, say)
  })
}

type Asked = { ownerId: string; id: string; say: Say }

/**
 * Makes the draft of a recording the video of its lecture, and has its captions made where a language is given; why they are not is
 * returned, the lecture has its video then. Throws not_found, recording_not_ready, storage_full, rate_limited.
 */
export async function useRecording(
  deps: Deps & Transcribes,
  asked: Asked & { captions: string | undefined },
): Promise<{ recording: Recording; captionsProblem: string | null }> {
  const { ownerId, captions } = asked
  const recording = await changeOwn(deps, asked, async (tx, row) => {
    if (row.state !== 'ready' || row.video_id === null) throw new DomainError('recording_not_ready')
    const { videoId } = await lockOwnLecture(tx, row.lecture_id, ownerId)
    // a call that is repeated keeps the captions of the first one
    if (videoId === row.video_id) return
    await changeLecture(tx, deps, { ownerId, lectureId: row.lecture_id, videoId: row.video_id })
    await markUsed(tx, row.id, deps.clock.now())
  })
  if (captions === undefined) return { recording, captionsProblem: null }
  const problem = await makeCaptions(deps, ownerId, recording.lectureId, captions).catch((error: unknown) => {
    if (error instanceof DomainError) return error
    deps.log.error({ err: error }, 'captions of a recording were not started')
    return new DomainError(isOutage(error) ? 'unavailable' : 'internal')
  })
  return { recording, captionsProblem: problem ? asked.say(problem.sentence) : null }
}
type Transcribes = Parameters<typeof startTranscription>[0] & Pick<FeatureDeps, 'log'>

/** Starts captions of a lecture in a language, unless they exist or are being made. Returns why there will be none. */
async function makeCaptions(
  deps: Transcribes,
  ownerId: string,
  lectureId: string,
  language: string,
): Promise<DomainError | null> {
  try {
    await startTranscription(deps, ownerId, lectureId, { language })
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'captions_exist') return null
    if (error.code !== 'transcription_runs') return error
    const running = await findTranscription(deps.db, lectureId)
    return running?.language === canonicalLanguage(language) ? null : error
  }
}

/** Queues a failed recording again. Throws not_found, recording_not_failed, rate_limited. */
export const retryRecording = (deps: Deps, asked: Asked): Promise<Recording> =>
  changeOwn(deps, asked, async (tx, row) => {
    if (row.state !== 'failed') throw new DomainError('recording_not_failed')
    await queueAgain(tx, row.id)
    tx.publish(mixingLater())
  })

/** Deletes a recording with its draft and its files; a lecture keeps a video that it uses. Throws not_found, recording_runs, rate_limited. */
export const removeRecording = (deps: Deps, asked: Asked): Promise<Recording> =>
  changeOwn(deps, asked, async (tx, row) => {
    if (row.state === 'recording') throw new DomainError('recording_runs')
    removeLater(tx, { videos: await deleteOne(tx, row.id, deps.clock.now()) })
    tx.publish(mixingLater())
  })

/** Deletes the recordings of a lecture, or of a course, that is about to be deleted. */
export async function removeRecordingsOf(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  of: { lectureId: string } | { courseId: string },
): Promise<void> {
  removeLater(tx, { videos: await deleteOf(tx, of, clock.now()) })
  tx.publish(mixingLater())
}

/** Messages of hosts that chapters are looked for in. */
const maxWritten = 2000

/** Drafts chapters of an own recording from what its hosts wrote in the chat. Throws not_found. */
export async function draftRecordingChapters(
  { db }: Pick<Deps, 'db'>,
  { ownerId, id, say }: Asked,
): Promise<Chapter[]> {
  const row = await findOwn(db, id, ownerId)
  if (!row) throw new DomainError('not_found')
  const written = (await findWritten(db, row, maxWritten)).map(({ message: text, created_at }) => ({
    seconds: (created_at.getTime() - row.started_at.getTime()) / 1000,
    text,
  }))
  return draftChapters(written, { beginning: say(msg`Beginning`), length: row.seconds ?? 0 })
}

/** Returns where the draft of an own recording lies. Throws not_found. */
export async function findDraft(
  { db, storage }: Pick<FeatureDeps, 'db' | 'storage'>,
  ownerId: string,
  id: string,
): Promise<{ videoId: string; located: Located }> {
  const row = await findOwn(db, id, ownerId)
  const located = row?.video_id ? await storage.locate(videoKey(row.video_id)) : null
  if (!row?.video_id || !located) throw new DomainError('not_found')
  return { videoId: row.video_id, located }
}

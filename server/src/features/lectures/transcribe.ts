import type { Transcribing } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import { presentLecture } from '../courses/index.ts'
import { transcribePart } from './jobs.ts'
import { lockOwnLecture } from './lock-own-lecture.ts'
import { findCaptionText, findLecture, findOwnCourseId } from './queries.ts'
import { canonicalLanguage, versionOf } from './set-captions.ts'
import {
  countSeconds,
  endTranscription,
  findTranscription,
  putTranscription,
  takeSeconds,
} from './transcription-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'config' | 'transcriber' | 'audio'>

/** A request whose jobs are lost may be started again after this long. */
const lostMs = 60 * 60_000

/** Returns what is offered for the owner's lecture, and how far it is. Throws not_found. */
export async function readTranscription(deps: Deps, ownerId: string, lectureId: string): Promise<Transcribing> {
  if ((await findOwnCourseId(deps.db, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
  return present(deps, deps.db, ownerId, lectureId)
}

/**
 * Starts making the captions of the owner's lecture by machine: a job hears part after part. Takes the video's length of the minutes
 * of the day. Throws not_found, invalid_input, captions_exist, transcriber_off, transcription_runs, rate_limited.
 */
export async function startTranscription(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { language, replace = false }: { language: string; replace?: boolean | undefined },
): Promise<Transcribing> {
  if (!deps.transcriber || !deps.audio) throw new DomainError('transcriber_off')
  await deps.limits.transcriptions.consume(ownerId)
  const tag = canonicalLanguage(language)
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const { videoId, durationSeconds } = await lockOwnLecture(tx, lectureId, ownerId)
    if (videoId === null) throw new DomainError('invalid_input', 'Upload the video first')
    if (durationSeconds === null)
      throw new DomainError(
        'invalid_input',
        'The length of this video is not known, so its speech cannot be recognised',
      )
    const last = await findTranscription(tx, lectureId)
    const open = last?.state === 'waiting' || last?.state === 'running'
    if (open && now.getTime() - last.changed_at.getTime() < lostMs) throw new DomainError('transcription_runs')
    if (open) await endTranscription(tx, last.id, { state: 'failed', now })
    const captions = await findCaptionText(tx, lectureId, tag)
    if (captions && !replace) throw new DomainError('captions_exist')
    const taken = await takeSeconds(tx, ownerId, {
      seconds: durationSeconds,
      own: deps.config.TRANSCRIBER_DAILY_MINUTES * 60,
      all: deps.config.TRANSCRIBER_SITE_DAILY_MINUTES * 60,
      now,
    })
    if (taken !== 'taken')
      throw new DomainError('rate_limited', {
        message:
          taken === 'own'
            ? `Captions for ${deps.config.TRANSCRIBER_DAILY_MINUTES} minutes of video a day can be made by machine; this video is longer than what is left`
            : 'This site has used up its minutes of today. Please try again tomorrow.',
        retryAfterSeconds: secondsOfDay - (Math.floor(now.getTime() / 1000) % secondsOfDay),
      })
    const id = newId()
    await putTranscription(tx, {
      id,
      lecture_id: lectureId,
      owner_id: ownerId,
      video_id: videoId,
      language: tag,
      replaces: captions ? versionOf(captions.vtt) : null,
      state: 'waiting',
      seconds: durationSeconds,
      requested_at: now,
      changed_at: now,
    })
    tx.enqueue(transcribePart, { id })
    return present(deps, tx, ownerId, lectureId)
  })
}

const secondsOfDay = 24 * 3600

/** Stops making captions of the owner's lecture; minutes that were not heard are given back. Throws not_found. */
export async function stopTranscription(deps: Deps, ownerId: string, lectureId: string): Promise<Transcribing> {
  return transact(deps.db, async (tx) => {
    await lockOwnLecture(tx, lectureId, ownerId)
    const last = await findTranscription(tx, lectureId)
    if (last) await endTranscription(tx, last.id, { state: 'canceled', now: deps.clock.now() })
    return present(deps, tx, ownerId, lectureId)
  })
}

async function present(deps: Deps, on: Executor, ownerId: string, lectureId: string): Promise<Transcribing> {
  const lecture = await findLecture(on, lectureId)
  if (!lecture) throw new DomainError('not_found')
  const row = await findTranscription(on, lectureId)
  const used = await countSeconds(on, ownerId, deps.clock.now())
  const { TRANSCRIBER_DAILY_MINUTES: own, TRANSCRIBER_SITE_DAILY_MINUTES: all } = deps.config
  const left = Math.max(0, Math.floor(Math.min(own - used.own / 60, all - used.all / 60)))
  return {
    service: deps.transcriber && deps.audio ? { host: deps.transcriber.host, minutesLeft: left } : null,
    transcription: row
      ? {
          language: row.language,
          state: row.state,
          percent: row.state === 'done' ? 100 : Math.min(99, Math.floor((100 * row.heard_seconds) / row.seconds)),
          problem: row.problem,
        }
      : null,
    lecture: presentLecture(lecture),
  }
}

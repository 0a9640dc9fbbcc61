import { msg } from '@lingui/core/runtime-macro'
import type { Transcribing, TranscriptionKind } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { type Tx, transact } from '#core/transact.ts'
import { presentLecture } from '../../courses/index.ts'
import { findLecture, findOwnCourseId, lockOwnLecture } from '../../lectures/index.ts'
import { withTextRoom } from '../../media/index.ts'
import { transcribePart } from './caption-jobs.ts'
import { findCaptionText } from './caption-queries.ts'
import { canonicalLanguage, versionOf } from './set-captions.ts'
import { readTranscript } from './transcript-words.ts'
import {
  countSeconds,
  countTimed,
  deductSeconds,
  endTranscription,
  findTranscription,
  putTranscription,
} from './transcription-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'limits' | 'config' | 'transcriber' | 'aligner' | 'audio' | 'settings'>

/** Time after which a request whose jobs are lost may be started again. */
const lostMs = 60 * 60_000
/** Maximum number of transcripts of an educator that are timed at the same time. */
const maxTimed = 3

/** Returns which kinds of captions can be made for the owner's lecture, and the progress. Throws not_found. */
export async function readTranscription(deps: Deps, ownerId: string, lectureId: string): Promise<Transcribing> {
  if ((await findOwnCourseId(deps.db, lectureId, ownerId)) === undefined) throw new DomainError('not_found')
  return present(deps, deps.db, ownerId, lectureId)
}

/**
 * Starts automatic captions of the owner's lecture: a job transcribes it part by part. Deducts the video's length from the day's minutes.
 * Throws not_found, invalid_input, captions_exist, transcriber_off, transcription_runs, rate_limited.
 */
export async function startTranscription(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { language, replace = false }: { language: string; replace?: boolean | undefined },
): Promise<Transcribing> {
  if (!deps.transcriber || !deps.audio) throw new DomainError('transcriber_off')
  const request = { kind: 'speech', transcript: null, language: canonicalLanguage(language), replace } as const
  return begin(deps, { ownerId, lectureId, ...request }, async (tx, seconds, now) => {
    const { TRANSCRIBER_DAILY_MINUTES: own, TRANSCRIBER_SITE_DAILY_MINUTES: all } = deps.config
    const taken = await deductSeconds(tx, ownerId, { seconds, own: own * 60, all: all * 60, now })
    if (taken === 'taken') return
    throw new DomainError('rate_limited', {
      message:
        taken === 'own'
          ? msg`Captions for ${{ minutes: own }} minutes of video a day can be made by machine; this video is longer than what is left`
          : msg`This site has used up its minutes of today. Please try again tomorrow.`,
      retryAfterSeconds: secondsOfDay - (Math.floor(now.getTime() / 1000) % secondsOfDay),
    })
  })
}

/**
 * Starts making captions from an English transcript of the owner's lecture: a job aligns it with the speech, part by part. Throws
 * not_found, invalid_input, captions_exist, aligner_off, transcription_runs, rate_limited.
 */
export async function alignTranscript(
  deps: Deps,
  ownerId: string,
  lectureId: string,
  { text, replace = false }: { text: string; replace?: boolean | undefined },
): Promise<Transcribing> {
  const { aligner, audio } = deps
  if (!aligner || !audio) throw new DomainError('aligner_off')
  const words = readTranscript(text)
  if (words.filter(({ spoken }) => spoken.length > 0).length <= words.length / 2)
    throw new DomainError('invalid_input', msg`Only an English transcript can be timed`)
  const transcript = words.map((word) => `${word.text}${word.last ? '\n\n' : ' '}`).join('')
  const request = { kind: 'transcript', transcript, language: aligner.language, replace } as const
  return begin(deps, { ownerId, lectureId, ...request }, async (tx) => {
    if ((await countTimed(tx, ownerId)) < maxTimed) return
    throw new DomainError(
      'rate_limited',
      msg`At most ${{ maxTimed }} transcripts are timed at once. Please wait for one to end.`,
    )
  })
}

type NewRequest = {
  ownerId: string
  lectureId: string
  kind: TranscriptionKind
  language: string
  transcript: string | null
  replace: boolean
}

/** Queues a request if the lecture has a video and no other request is running. `take` throws if a limit is reached. */
async function begin(
  deps: Deps,
  { ownerId, lectureId, kind, transcript, language, replace }: NewRequest,
  take: (tx: Tx, seconds: number, now: Date) => Promise<void>,
): Promise<Transcribing> {
  await deps.limits.transcriptions.consume(ownerId)
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const { videoId, durationSeconds } = await lockOwnLecture(tx, lectureId, ownerId)
    if (videoId === null) throw new DomainError('invalid_input', msg`Upload the video first`)
    if (durationSeconds === null)
      throw new DomainError(
        'invalid_input',
        msg`The length of this video is not known, so its speech cannot be recognised`,
      )
    const last = await findTranscription(tx, lectureId)
    const open = last?.state === 'waiting' || last?.state === 'running'
    const isLost = open && now.getTime() - last.changed_at.getTime() >= lostMs
    if (open && !isLost && last.video_id === videoId) throw new DomainError('transcription_runs')
    if (open) await endTranscription(tx, last.id, { state: 'failed', now })
    const captions = await findCaptionText(tx, lectureId, language)
    if (captions && !replace) throw new DomainError('captions_exist')
    await take(tx, durationSeconds, now)
    const id = newId()
    const request = {
      id,
      lecture_id: lectureId,
      owner_id: ownerId,
      video_id: videoId,
      kind,
      transcript,
      language,
      replaces: captions ? versionOf(captions.vtt) : null,
      state: 'waiting',
      seconds: durationSeconds,
      requested_at: now,
      changed_at: now,
    } as const
    await withTextRoom(tx, deps, ownerId, () => putTranscription(tx, request))
    tx.enqueue(transcribePart, { id })
    return present(deps, tx, ownerId, lectureId)
  })
}

const secondsOfDay = 24 * 3600

/** Stops making captions of the owner's lecture and returns the minutes that were not transcribed. Throws not_found. */
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
    alignment: {
      missing: [...(deps.audio ? [] : ['ffmpeg' as const]), ...(deps.aligner ? [] : ['pocketsphinx' as const])],
    },
    transcription: row
      ? {
          kind: row.kind,
          language: row.language,
          state: row.state,
          percent: row.state === 'done' ? 100 : Math.min(99, Math.floor((100 * row.heard_seconds) / row.seconds)),
          problem: row.problem,
        }
      : null,
    lecture: presentLecture(lecture),
  }
}

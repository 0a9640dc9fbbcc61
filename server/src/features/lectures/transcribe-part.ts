import { maxCaptionsLength } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { transact } from '#core/transact.ts'
import { type SpokenLine, TranscriberFailure } from '#ports/transcriber.ts'
import { renditionKey, videoKey, withLocalFile } from '../media/index.ts'
import { transcribePart } from './jobs.ts'
import { lockOwnLecture } from './lock-own-lecture.ts'
import { readCaptions, writeCue } from './read-captions.ts'
import { nextPart } from './rules.ts'
import { storeCaptions } from './set-captions.ts'
import {
  addFailure,
  addHeard,
  endTranscription,
  findOpenTranscription,
  type OpenTranscription,
} from './transcription-queries.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'storage' | 'log' | 'transcriber' | 'audio'>

/** Length of a part in seconds: small enough for every service, and for a job to end in time. */
const partSeconds = 600
/** Tries of a part before the work fails, and seconds before the second one; doubled each time. */
const maxFailures = 5
const firstRetrySeconds = 30

/**
 * Has the next part of a video heard, and enqueues the one after it, or stores the captions. Does nothing for a request that was stopped
 * or replaced; running twice changes nothing.
 */
export async function hearPart(deps: Deps, id: string): Promise<void> {
  const { transcriber, audio, clock } = deps
  const open = await findOpenTranscription(deps.db, id)
  if (!open) return
  const end = (problem: string) =>
    transact(deps.db, (tx) => endTranscription(tx, id, { state: 'failed', problem, now: clock.now() }))
  if (!transcriber || !audio) return end('This site does not make captions by machine any more')
  const from = open.heard_seconds
  // all was heard, but the process ended before it was stored
  if (from >= open.seconds) return store(deps, id, open, open.lines)
  const seconds = Math.min(partSeconds, open.seconds - from)
  const sound = await extract(deps, open, from, seconds)
  if (!sound && from === 0) return end('This video has no sound that can be read')
  try {
    const heard = sound ? await transcriber.transcribe(sound, { language: open.language }) : []
    const next = nextPart(heard, { from, seconds, length: open.seconds })
    const whole = next.from === null
    const added = await transact(deps.db, async (tx) => {
      const part = { from, to: next.from ?? open.seconds, lines: next.lines, now: clock.now() }
      const first = await addHeard(tx, id, part)
      if (first && !whole) tx.enqueue(transcribePart, { id })
      return first
    })
    if (added && whole) await store(deps, id, open, [...open.lines, ...next.lines])
  } catch (error) {
    if (!(error instanceof TranscriberFailure)) throw error
    deps.log.warn({ reason: error.message, host: transcriber.host }, 'speech could not be recognised')
    if (!error.passing)
      return end('The service that recognises speech refused this video. Please tell the operator of this site.')
    if (open.failures + 1 >= maxFailures)
      return end('The service that recognises speech does not answer. Please try again later.')
    await transact(deps.db, async (tx) => {
      await addFailure(tx, id, clock.now())
      tx.enqueue(transcribePart, { id }, { delaySeconds: firstRetrySeconds * 2 ** open.failures })
    })
  }
}

/** The sound of a part: of the smallest rendition, which is the least to fetch, or of the original. */
function extract(
  { storage, audio }: Deps,
  open: OpenTranscription,
  fromSeconds: number,
  seconds: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const streamed = open.stream_id !== null && open.lowest_height !== null
  const key = streamed ? renditionKey(open.stream_id ?? '', open.lowest_height ?? 0) : videoKey(open.video_id)
  const contentType = streamed ? 'video/mp4' : open.content_type
  return withLocalFile(
    storage,
    key,
    async (path) => (await audio?.extract({ path, contentType, fromSeconds, seconds })) ?? null,
  )
}

/** Stores what was heard as captions, unless video or captions have changed meanwhile. */
async function store(deps: Deps, id: string, open: OpenTranscription, lines: readonly SpokenLine[]): Promise<void> {
  const { lecture_id: lectureId, owner_id: ownerId, language, replaces } = open
  const now = deps.clock.now()
  const problem = await transact(deps.db, async (tx) => {
    const { videoId } = await lockOwnLecture(tx, lectureId, ownerId)
    if (videoId !== open.video_id) throw new DomainError('not_found')
    const vtt = readCaptions(`WEBVTT\n\n${lines.map(writeCue).join('\n')}`)
    if (vtt.length > maxCaptionsLength)
      throw new DomainError('too_large', 'More is said in this video than fits into captions')
    await storeCaptions(tx, lectureId, { language, vtt, source: 'machine', replaces }, now)
    await endTranscription(tx, id, { state: 'done', now })
    return null
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    return problems[error.code] ?? error.message
  })
  if (problem !== null) await transact(deps.db, (tx) => endTranscription(tx, id, { state: 'failed', problem, now }))
}

const problems: Partial<Record<DomainError['code'], string>> = {
  not_found: 'The video was replaced meanwhile',
  captions_changed: 'Captions in this language were saved meanwhile, and were kept',
  wrong_captions: 'No speech was recognised in this video',
}

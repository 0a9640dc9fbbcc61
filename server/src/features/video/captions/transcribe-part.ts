import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { maxCaptionsLength } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { keptSentences } from '#core/languages/kept-sentence.ts'
import { english, type Sentence } from '#core/languages/language.ts'
import { transact } from '#core/transact.ts'
import { AlignerFailure } from '#ports/aligner.ts'
import { AudioFailure, type SoundForm } from '#ports/audio.ts'
import { type SpokenLine, TranscriberFailure } from '#ports/transcriber.ts'
import { lockOwnLecture, nextPart } from '../../lectures/index.ts'
import { renditionKey, storageSentences, videoKey, withLocalFile, withTextRoom } from '../../media/index.ts'
import { transcribePart } from './caption-jobs.ts'
import { readCaptions, writeCue } from './read-captions.ts'
import { storeCaptions } from './set-captions.ts'
import { timeTranscript } from './time-transcript.ts'
import { readTranscript } from './transcript-words.ts'
import {
  addFailure,
  addTranscribed,
  endTranscription,
  findOpenTranscription,
  type OpenTranscription,
} from './transcription-queries.ts'

type Deps = Pick<
  FeatureDeps,
  'db' | 'clock' | 'storage' | 'log' | 'transcriber' | 'aligner' | 'audio' | 'config' | 'settings'
>

/** Length of a part in seconds: short enough for all services, and for a job to finish in time. */
const partSeconds = 600
/** Number of attempts at a part before the work fails, and seconds before the second attempt, doubled each time. */
const maxFailures = 5
const firstRetrySeconds = 30
/**
 * Time within which a job begins further parts with the copy of the video that it has fetched: jobs have 15 minutes, a part takes up to 10.
 */
const keepCopyMs = 4 * 60_000

/** Recognises the speech in a part. */
type Recognise = (path: string, part: { fromSeconds: number; seconds: number }) => Promise<SpokenLine[]>

/**
 * Transcribes the next part of a video, and enqueues the one after it or stores the captions. Does nothing for a request that was stopped
 * or replaced. Idempotent.
 */
export async function transcribeNextPart(deps: Deps, id: string): Promise<void> {
  const open = await findOpenTranscription(deps.db, id)
  if (!open) return
  const recognise = speechOf(deps, open)
  if (!recognise) return fail(deps, id, gone[open.kind])
  // everything was transcribed, but the process ended before storing it
  if (open.heard_seconds >= open.seconds) return store(deps, id, open, open.lines)
  const until = performance.now() + keepCopyMs
  try {
    const stored = await withLocalFile(deps, { key: keyOf(open), bytes: open.bytes }, async (path, copied) => {
      let next: OpenTranscription | undefined = open
      while (next) {
        const alone = !copied || performance.now() > until
        const added = await transcribeOnePart(deps, { id, open: next, alone }, (part) => recognise(path, part))
        next = added && !alone ? await findOpenTranscription(deps.db, id) : undefined
      }
      return true
    })
    if (!stored) throw new AudioFailure('the video is not in the store', true)
  } catch (error) {
    if (!(error instanceof TranscriberFailure || error instanceof AudioFailure || error instanceof AlignerFailure))
      throw error
    await tryLater(deps, id, error)
  }
}

const gone = {
  speech: msg`This site does not make captions by machine any more`,
  transcript: msg`This site does not time transcripts any more`,
}

/**
 * Transcribes one part and adds it. Returns whether another part follows; it is enqueued if this job does not continue with it (`alone`).
 */
async function transcribeOnePart(
  deps: Deps,
  { id, open, alone }: { id: string; open: OpenTranscription; alone: boolean },
  recognise: (part: { fromSeconds: number; seconds: number }) => Promise<SpokenLine[]>,
): Promise<boolean> {
  const from = open.heard_seconds
  const seconds = Math.min(partSeconds, open.seconds - from)
  const next = nextPart(await recognise({ fromSeconds: from, seconds }), { from, seconds, length: open.seconds })
  const whole = next.from === null
  const added = await transact(deps.db, async (tx) => {
    const part = { from, to: next.from ?? open.seconds, lines: next.lines, now: deps.clock.now() }
    const first = await addTranscribed(tx, id, part)
    if (first && !whole && alone) tx.enqueue(transcribePart, { id })
    return first
  })
  if (added && whole) await store(deps, id, open, [...open.lines, ...next.lines])
  return added && !whole
}

/** Returns the recogniser for a request: the transcription service, or the aligner for its transcript; null if that is not configured. */
function speechOf({ audio, transcriber, aligner }: Deps, open: OpenTranscription): Recognise | null {
  if (!audio) return null
  const contentType = isStreamed(open) ? 'video/mp4' : open.content_type
  /** Extracts the sound of a part. A video that has none at its start has no sound; after the end of its sound track it is silent. */
  const extract = async (form: SoundForm, path: string, part: { fromSeconds: number; seconds: number }) => {
    const sound = await audio.extract({ path, contentType, form, ...part })
    if (!sound && part.fromSeconds === 0) throw new AudioFailure('the video has no sound', false)
    return sound
  }
  if (open.kind === 'transcript') {
    if (!aligner) return null
    const words = readTranscript(open.transcript ?? '').flatMap(({ spoken }) => spoken)
    return async (path, part) => {
      const sound = await extract('pcm', path, part)
      return sound ? aligner.recognise(sound, words) : []
    }
  }
  if (!transcriber) return null
  return async (path, part) => {
    const sound = await extract('mp3', path, part)
    return sound ? transcriber.transcribe(sound, { language: open.language }) : []
  }
}

const isStreamed = (open: OpenTranscription): boolean => open.stream_id !== null && open.lowest_height !== null

/** Returns the key of the file whose sound is read: the smallest rendition, which is fastest to fetch, or the original. */
const keyOf = (open: OpenTranscription): string =>
  isStreamed(open) ? renditionKey(open.stream_id ?? '', open.lowest_height ?? 0) : videoKey(open.video_id)

async function fail(deps: Deps, id: string, sentence: Sentence): Promise<void> {
  const problem = english(sentence)
  await transact(deps.db, (tx) => endTranscription(tx, id, { state: 'failed', problem, now: deps.clock.now() }))
}

/** Schedules another attempt at a part, or ends the request if another attempt is pointless. */
async function tryLater(
  deps: Deps,
  id: string,
  error: TranscriberFailure | AudioFailure | AlignerFailure,
): Promise<void> {
  deps.log.warn({ reason: error.message, host: deps.transcriber?.host }, 'speech could not be recognised')
  const open = await findOpenTranscription(deps.db, id)
  if (!open) return
  const says = problemsOf(error, open.heard_seconds)
  // if earlier parts had sound, another attempt may succeed
  const passing = error.passing || (error instanceof AudioFailure && open.heard_seconds > 0)
  if (!passing) return fail(deps, id, says.ever)
  if (open.failures + 1 >= maxFailures) return fail(deps, id, says.inTheEnd)
  await transact(deps.db, async (tx) => {
    await addFailure(tx, id, deps.clock.now())
    tx.enqueue(transcribePart, { id }, { delaySeconds: firstRetrySeconds * 2 ** open.failures })
  })
}

const soundLost = (minute: string): MessageDescriptor =>
  msg`The sound of this video could not be read from minute ${{ minute }} on. Please try again later.`

/** Parses the reason why captions were not made, which is stored in English. */
export const readProblem = keptSentences([soundLost(''), ...storageSentences])

/** Returns the messages for educators about an error: when another attempt is pointless, and after the last attempt. */
function problemsOf(error: Error, transcribedSeconds: number): { ever: Sentence; inTheEnd: Sentence } {
  if (error instanceof TranscriberFailure)
    return {
      ever: msg`The service that recognises speech refused this video. Please tell the operator of this site.`,
      inTheEnd: msg`The service that recognises speech does not answer. Please try again later.`,
    }
  if (error instanceof AlignerFailure) {
    const both = msg`The transcript could not be timed. Please try again later.`
    return { ever: both, inTheEnd: both }
  }
  return {
    ever: msg`This video has no sound that can be read`,
    inTheEnd: soundLost(String(Math.floor(transcribedSeconds / 60))),
  }
}

/** Stores the recognised lines as captions, unless the video or its captions have changed meanwhile. */
async function store(deps: Deps, id: string, open: OpenTranscription, lines: readonly SpokenLine[]): Promise<void> {
  const { lecture_id: lectureId, owner_id: ownerId, language, replaces, kind, transcript } = open
  const now = deps.clock.now()
  // not in the transaction, which others wait for
  const cues =
    kind === 'transcript' ? await timeTranscript(readTranscript(transcript ?? ''), lines, open.seconds) : lines
  const problem = await transact(deps.db, async (tx) => {
    const { videoId, published } = await lockOwnLecture(tx, lectureId, ownerId)
    if (videoId !== open.video_id) throw new DomainError('not_found')
    if (!cues) throw new DomainError('wrong_captions', notSpoken)
    const vtt = readCaptions(`WEBVTT\n\n${cues.map(writeCue).join('\n')}`)
    if (vtt.length > maxCaptionsLength)
      throw new DomainError('too_large', msg`More is said in this video than fits into captions`)
    const source = kind === 'transcript' ? 'transcript' : 'machine'
    await withTextRoom(tx, deps, ownerId, () =>
      storeCaptions(tx, { id: lectureId, ownerId, published }, { language, vtt, source, replaces }, now),
    )
    await endTranscription(tx, id, { state: 'done', now })
    return null
  }).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    return kind === 'transcript' && error.code === 'wrong_captions'
      ? notSpoken
      : (problems[error.code] ?? error.sentence)
  })
  if (problem !== null) await fail(deps, id, problem)
}

const notSpoken = msg`This text is not what is said in the video, or it is not English`

const problems: Partial<Record<DomainError['code'], Sentence>> = {
  not_found: msg`The video was replaced meanwhile`,
  captions_changed: msg`Captions in this language were saved meanwhile, and were kept`,
  wrong_captions: msg`No speech was recognised in this video`,
}

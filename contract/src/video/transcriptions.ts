import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { CaptionLanguage, Lecture } from '../lectures.ts'
import { BooleanInput, Id } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

export const TranscriptionState = z.enum(['waiting', 'running', 'done', 'failed', 'canceled'])
export type TranscriptionState = z.output<typeof TranscriptionState>

export const TranscriptionKind = z.enum(['speech', 'transcript'])
export type TranscriptionKind = z.output<typeof TranscriptionKind>

/** Captions of a lecture that are being made, or were last made, automatically. */
export const Transcription = z.object({
  /** `speech` is recognised by a service, a `transcript` is timed on this site */
  kind: TranscriptionKind,
  /** BCP 47 */
  language: z.string(),
  state: TranscriptionState,
  /** how much of the video was transcribed, from 0 to 100 */
  percent: z.number().int(),
  /** a sentence for the educator; null where all is well */
  problem: z.string().nullable(),
})
export type Transcription = z.output<typeof Transcription>

/** What this site offers for a lecture. */
export const Transcribing = z.object({
  /** host that recognises speech, and how many minutes of it are left for the educator today; null where the site has none */
  service: z.object({ host: z.string(), minutesLeft: z.number().int() }).nullable(),
  /** programs that this site lacks for timing transcripts; empty where it can */
  alignment: z.object({ missing: z.array(z.enum(['ffmpeg', 'pocketsphinx'])) }),
  transcription: Transcription.nullable(),
  /** the lecture as it is now: its captions change when the work is done */
  lecture: Lecture,
})
export type Transcribing = z.output<typeof Transcribing>

type Service = NonNullable<Transcribing['service']>

/** Minutes that a video of so many seconds takes of the day's. */
export const minutesOf = (seconds: number): number => Math.ceil(seconds / 60)

/** Whether the educator has as many minutes left today as a video takes. */
export const fitsToday = ({ minutesLeft }: Pick<Service, 'minutesLeft'>, seconds: number): boolean =>
  minutesOf(seconds) <= minutesLeft

/** Maximum length of a transcript that is timed, in characters. */
export const maxTranscriptLength = 200_000

const path = '/api/course/transcription/:lectureId'
const params = z.object({ lectureId: Id })

export const transcriptions = {
  read: endpoint({
    method: 'GET',
    path,
    access: 'educator',
    summary: 'Whether captions of an own lecture can be made by machine, and how far that is',
    params,
    status: 200,
    reply: Transcribing,
    errors: ['not_found'],
  }),
  start: endpoint({
    method: 'POST',
    path,
    access: 'educator',
    summary:
      "Have the captions of an own lecture's video made by machine. The sound of the video is sent to the service that the site has configured. Captions that are there already are replaced only with `replace`",
    params,
    body: z.object({ language: CaptionLanguage, replace: BooleanInput.optional() }),
    status: 201,
    reply: Transcribing,
    errors: ['not_found', 'captions_exist', 'transcriber_off', 'transcription_runs', 'rate_limited', 'storage_full'],
  }),
  align: endpoint({
    method: 'POST',
    path: '/api/course/transcript/:lectureId',
    access: 'educator',
    maxBodyBytes: 3 * maxTranscriptLength + 4096,
    summary:
      "Have an English text made into captions of an own lecture: the site finds where it is spoken in the lecture's video, and sends nothing elsewhere. English captions that are there already are replaced only with `replace`",
    params,
    body: z.object({
      text: z
        .string()
        .trim()
        .min(1, sentence('Paste the transcript'))
        .max(maxTranscriptLength, sentence('This transcript is too long: it may have 2,00,000 characters')),
      replace: BooleanInput.optional(),
    }),
    status: 201,
    reply: Transcribing,
    errors: ['not_found', 'captions_exist', 'aligner_off', 'transcription_runs', 'rate_limited', 'storage_full'],
  }),
  stop: endpoint({
    method: 'DELETE',
    path,
    access: 'educator',
    summary: 'Stop making captions of an own lecture; doing so when nothing is made is no error',
    params,
    status: 200,
    reply: Transcribing,
    errors: ['not_found'],
  }),
}

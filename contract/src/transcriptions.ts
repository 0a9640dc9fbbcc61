import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { BooleanInput, Id } from './fields.ts'
import { CaptionLanguage, Lecture } from './lectures.ts'

export const TranscriptionState = z.enum(['waiting', 'running', 'done', 'failed', 'canceled'])
export type TranscriptionState = z.output<typeof TranscriptionState>

/** Captions of a lecture that are made, or were last made, by a service that recognises speech. */
export const Transcription = z.object({
  /** BCP 47 */
  language: z.string(),
  state: TranscriptionState,
  /** how much of the video was heard, from 0 to 100 */
  percent: z.number().int(),
  /** a sentence for the educator; null where all is well */
  problem: z.string().nullable(),
})
export type Transcription = z.output<typeof Transcription>

/** What this site offers for a lecture. */
export const Transcribing = z.object({
  /** host that recognises speech, and how many minutes of it are left for the educator today; null where the site has none */
  service: z.object({ host: z.string(), minutesLeft: z.number().int() }).nullable(),
  transcription: Transcription.nullable(),
  /** the lecture as it is now: its captions change when the work is done */
  lecture: Lecture,
})
export type Transcribing = z.output<typeof Transcribing>

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
    errors: ['not_found', 'captions_exist', 'transcriber_off', 'transcription_runs', 'rate_limited'],
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

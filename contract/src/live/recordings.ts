import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { CaptionLanguage, Chapter } from '../lectures.ts'
import { Id, Instant } from '../values/fields.ts'

/**
 * `recording` while the media server writes, `mixing` while a worker makes the video or it waits for one, `ready` with a draft that its
 * educator may use, `failed` with a reason, and `deleted`.
 */
export const recordingStates = ['recording', 'mixing', 'ready', 'failed', 'deleted'] as const
export type RecordingState = (typeof recordingStates)[number]

/** Why a recording was stopped by the site. */
export const recordingStops = ['asked', 'session', 'hours', 'space', 'lost'] as const
export type RecordingStop = (typeof recordingStops)[number]

/** Maximum number of recordings that a lecture shows. */
export const maxRecordingsShown = 50

/** A recording of a session of a lecture, for the educator. */
export const Recording = z.object({
  _id: Id,
  lectureId: Id,
  state: z.enum(recordingStates),
  /** of the video that is being made, from 0 to 100 */
  percent: z.number().int(),
  /** a sentence: why it failed, or why its video waits; null otherwise */
  problem: z.string().nullable(),
  startedAt: Instant,
  /** null while it runs */
  stoppedAt: Instant.nullable(),
  stoppedBy: z.enum(recordingStops).nullable(),
  /** length and size of the video; null before it is ready */
  seconds: z.number().nullable(),
  bytes: z.number().int().nullable(),
  /** when it became the video of its lecture; null for a draft */
  usedAt: Instant.nullable(),
  /** when the site deletes the draft; null without one */
  deletesAt: Instant.nullable(),
})
export type Recording = z.output<typeof Recording>

/** Returns the path of the draft of a recording, for its educator. */
export const recordingPath = (recordingId: string): string => `/api/live/recording/${recordingId}/video`

const ofLecture = z.object({ lectureId: Id })
const ofRecording = z.object({ recordingId: Id })
const one = z.object({ recording: Recording })

export const recordings = {
  start: endpoint({
    method: 'POST',
    path: '/api/live/recordings/:lectureId/start',
    access: 'signedIn',
    summary:
      'Record the running session of a lecture, as its educator or a co-host; everyone in the room sees it. A session from browser to browser moves to a media server first. While it is recorded, the same recording is returned',
    params: ofLecture,
    status: 201,
    reply: z.object({ startedAt: Instant }),
    errors: [
      'not_found',
      'not_enrolled_live',
      'forbidden',
      'live_not_on',
      'recording_off',
      'recording_needs_server',
      'recording_no_space',
      'media_away',
      'rate_limited',
    ],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/api/live/recordings/:lectureId/stop',
    access: 'signedIn',
    summary: 'Stop recording the session of a lecture, as its educator or a co-host; doing so twice is no error',
    params: ofLecture,
    status: 200,
    reply: z.object({ stoppedAt: Instant.nullable() }),
    errors: ['not_found', 'not_enrolled_live', 'forbidden'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/live/recordings/:lectureId',
    access: 'educator',
    summary: 'The recordings of an own lecture, the newest first',
    params: ofLecture,
    status: 200,
    reply: z.object({ recordings: z.array(Recording).max(maxRecordingsShown) }),
    errors: ['not_found'],
  }),
  use: endpoint({
    method: 'POST',
    path: '/api/live/recording/:recordingId/use',
    access: 'educator',
    summary:
      'Make the draft of a recording the video of its lecture; an earlier video is replaced, with its captions and chapters. With `captions`, a language, its captions are made by machine as by `transcriptions.start`; where they cannot be, `captionsProblem` is the reason, and the lecture has the video all the same. Doing so again is no error, and costs nothing again',
    params: ofRecording,
    body: z.object({ captions: CaptionLanguage.optional() }),
    status: 200,
    reply: one.extend({ captionsProblem: z.string().nullable() }),
    errors: ['not_found', 'recording_not_ready', 'storage_full', 'rate_limited'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/live/recording/:recordingId/retry',
    access: 'educator',
    summary: 'Make the video of a recording again after it failed',
    params: ofRecording,
    status: 200,
    reply: one,
    errors: ['not_found', 'recording_not_failed', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/live/recording/:recordingId',
    access: 'educator',
    summary: 'Delete a recording with what the media server has kept; a lecture that uses its video keeps the video',
    params: ofRecording,
    status: 200,
    reply: one,
    errors: ['not_found', 'recording_runs'],
  }),
  chapters: endpoint({
    method: 'GET',
    path: '/api/live/recording/:recordingId/chapters',
    access: 'educator',
    summary:
      'Chapters of a recording, drafted from what its hosts wrote in the chat meanwhile; none is stored. Empty where they wrote nothing, or the chat is deleted',
    params: ofRecording,
    status: 200,
    reply: z.object({ chapters: z.array(Chapter) }),
    errors: ['not_found'],
  }),
  video: stream({
    method: 'GET',
    path: '/api/live/recording/:recordingId/video',
    access: 'educator',
    summary: 'The draft of a recording, for its educator',
    params: ofRecording,
    status: 200,
    contentType: 'video/mp4',
    errors: ['not_found'],
  }),
}

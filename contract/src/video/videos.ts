import { z } from 'zod'
import { endpoint, event } from '../endpoint.ts'
import { Id } from '../values/fields.ts'

/** State of a video's stream, which has renditions for all connections and screens. Only a `ready` one is played. */
export const streamStates = ['none', 'waiting', 'running', 'ready', 'failed', 'canceled'] as const
export const StreamState = z.enum(streamStates)
export type StreamState = z.output<typeof StreamState>

/** The video of a lecture, as its educator sees it. */
export const VideoStatus = z.object({
  lectureId: Id,
  courseId: Id,
  state: StreamState,
  /** of the work that is running */
  percent: z.number().int(),
  /** place in the queue, from 1; null unless it waits, and in events */
  place: z.number().int().nullable(),
  /** why the last attempt failed, in a sentence, also while another attempt is queued */
  problem: z.string().nullable(),
  /** heights of the qualities that are ready, the lowest first */
  heights: z.array(z.number().int()),
})
export type VideoStatus = z.output<typeof VideoStatus>

const lectureParams = z.object({ lectureId: Id })

export const videos = {
  list: endpoint({
    method: 'GET',
    path: '/api/course/videos/:courseId',
    access: 'educator',
    summary: 'What became of the videos of an own course',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({
      /** false where the site cannot make streams: videos play as they were uploaded */
      makesStreams: z.boolean(),
      videos: z.array(VideoStatus),
    }),
    errors: ['not_found'],
  }),
  retry: endpoint({
    method: 'POST',
    path: '/api/course/video/:lectureId/retry',
    access: 'educator',
    summary: 'Queue the video of an own lecture again, after it failed or was canceled, or if it was never queued',
    params: lectureParams,
    status: 200,
    reply: VideoStatus,
    errors: ['not_found', 'video_moved_on', 'no_streams', 'rate_limited'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/course/video/:lectureId/cancel',
    access: 'educator',
    summary: 'Take the video of an own lecture out of the line, or stop the work on it; it plays as it was uploaded',
    params: lectureParams,
    status: 200,
    reply: VideoStatus,
    errors: ['not_found', 'video_moved_on', 'rate_limited'],
  }),
}

export const videoEvents = {
  changed: event({
    name: 'video-changed',
    summary: 'The state of a video of the educator has changed, or its progress',
    payload: VideoStatus,
  }),
}

import { type BodyInput, type api as calls, earlySentences } from '@virtual-courses/contract'
import type { FieldErrors } from '#lib/use-form.ts'

/** A lecture that is about to be created; `liveStartTime` is the value of a date-time input, in the reader's own zone. */
export type LectureDraft = { lectureTitle: string; isLive: boolean; liveStartTime: string }

export const emptyLecture: LectureDraft = { lectureTitle: '', isLive: false, liveStartTime: '' }

type CreateBody = BodyInput<typeof calls.lectures.create>
type Rejected = { message: string; errors: FieldErrors<keyof LectureDraft> }

/**
 * Returns the body of "create lecture", or why it cannot be sent. The start time leaves as an instant: a time without a zone would
 * be read in the platform's zone, which need not be the educator's.
 */
export function lectureBody(draft: LectureDraft): { body: CreateBody } | { rejected: Rejected } {
  const lectureTitle = draft.lectureTitle.trim()
  const start = new Date(draft.liveStartTime)
  if (draft.isLive && (!draft.liveStartTime || Number.isNaN(start.getTime()))) {
    const message = earlySentences.live_time_needed
    return { rejected: { message, errors: { liveStartTime: 'Choose the date and time when the session starts' } } }
  }
  if (!lectureTitle) {
    const message = 'Lecture title is required'
    return { rejected: { message, errors: { lectureTitle: message } } }
  }
  const liveStartTime = draft.isLive ? start.toISOString() : null
  return { body: { lectureTitle, isLive: draft.isLive, liveStartTime } }
}

/** Whether a start time lies before `now` (milliseconds): allowed, but students could join at once. */
export function isPast(startTime: string, now: number): boolean {
  const start = new Date(startTime).getTime()
  return !Number.isNaN(start) && start < now
}

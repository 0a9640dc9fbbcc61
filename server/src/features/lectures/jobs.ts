import { z } from 'zod'
import { defineJob, noData } from '#core/jobs.ts'
import { defineAnnouncement } from '#core/transact.ts'

const lecture = { lectureId: z.string() }
const retry = { retries: 10, retrySeconds: 10 }

/** A lecture was added: notifies the course's students. */
export const lectureAdded = defineJob({ name: 'announce-lecture', data: z.object(lecture), ...retry })

/** A session was scheduled: notifies the course's students of its time. */
export const sessionScheduled = defineJob({
  name: 'announce-session',
  data: z.object({ ...lecture, startTime: z.iso.datetime() }),
  ...retry,
})

/** A session has begun: notifies the course's students. `startedAt` distinguishes the sessions of a lecture. */
export const sessionStarted = defineJob({
  name: 'announce-live-start',
  data: z.object({ ...lecture, startedAt: z.iso.datetime() }),
  ...retry,
})

/** A lecture has a new video, in the transaction that refers to it. */
export const videoAttached = defineAnnouncement<{ videoId: string }>('videoAttached')

/** Entries were copied into another course: the ids of the copies by those of the originals. Other kinds copy what is theirs. */
export const lecturesCopied = defineAnnouncement<{ copies: ReadonlyMap<string, string> }>('lecturesCopied', {
  optional: true,
})

/** An entry, or all of a course, are about to be deleted, while what other features keep for them can still be read. */
export const entriesLeaving = defineAnnouncement<{ lectureId: string } | { courseId: string }>('entriesLeaving', {
  optional: true,
})
/** Entries were removed from a course, or ask for something else: who has done the others has completed it. */
export const curriculumChanged = defineJob({
  name: 'complete-course',
  data: z.object({ courseId: z.string() }),
  ...retry,
})

/** What lectures say has changed: captions, chapters, texts or files. */
export const lectureTextsChanged = defineJob({
  name: 'make-passages',
  data: z.object({ lectureIds: z.array(z.string()) }),
  ...retry,
})

/** A course was copied, in the transaction that completes the copy. */
export const courseDuplicated = defineAnnouncement<{ from: string; to: string }>('courseDuplicated')

/** Deletes copies of courses whose making was interrupted. */
export const deleteAbandonedCopies = defineJob({
  name: 'delete-abandoned-copies',
  data: noData,
  retries: 1,
  retrySeconds: 600,
})

import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { transact } from '#core/transact.ts'
import { remakeDocument } from '../courses/index.ts'
import { videoRemeasured } from '../media/index.ts'
import { removeAbandonedCopies } from './duplicate-course.ts'
import { cleanUpUploads, finishUpload } from './finish-upload.ts'
import { deleteExpiredUploadsJob, deleteTranscriptionDays, finishUploadJob, transcribePart } from './jobs.ts'
import { findCoursesOfVideo } from './queries.ts'
import { hearPart } from './transcribe-part.ts'
import { deleteDaysBefore } from './transcription-queries.ts'

export { downloadHeader } from './attachment-name.ts'
export { lectureAdded, sessionScheduled, sessionStarted } from './jobs.ts'
export { lockOwnLecture, scheduleVersion } from './lock-own-lecture.ts'
export { publishLiveChanged } from './publish-live-changed.ts'
export { lockLecture, lockLectureForShare, setLectureSession } from './queries.ts'
export { servedSeconds, soldLectures } from './record-served.ts'
export { removeCoursesOf } from './remove-course.ts'
export { registerLectures } from './routes.ts'
export { parseLocalTime } from './rules.ts'
export { endLeases, expireUploadsOf } from './upload-queries.ts'
export { requireWatchable } from './watch-lecture.ts'
export { watchingEnded } from './watch-memo.ts'

/** Counts of minutes are kept for this long, for the operator. */
const keptDaysMs = 31 * 24 * 3600 * 1000

export const lectureJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(finishUploadJob, ({ uploadId }) => finishUpload(deps, uploadId)),
  handleJob(videoRemeasured, async ({ videoId }) => {
    for (const courseId of await findCoursesOfVideo(deps.db, videoId))
      await transact(deps.db, (tx) => remakeDocument(tx, courseId))
  }),
  handleJob(
    deleteExpiredUploadsJob,
    async () => {
      await cleanUpUploads(deps)
      await removeAbandonedCopies(deps)
    },
    '13 * * * *',
  ),
  handleJob(transcribePart, ({ id }) => hearPart(deps, id)),
  handleJob(
    deleteTranscriptionDays,
    () => deleteDaysBefore(deps.db, new Date(deps.clock.now().getTime() - keptDaysMs)),
    '51 3 * * *',
  ),
]

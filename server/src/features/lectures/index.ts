import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { removeAbandonedCopies } from './duplicate-course.ts'
import { deleteAbandonedCopies } from './jobs.ts'

export { attachFile, authorizeAttachment, listAttachments } from './attachments/attach-file.ts'
export { attachmentName } from './attachments/attachment-name.ts'
export { findAttachmentOf } from './attachments/attachment-queries.ts'
export { type Countable, counts, defaultRule, parts } from './counting-rules.ts'
export { addEntry } from './create-lecture.ts'
export { authorizeEdit, changeLecture, lectureVersion } from './edit-lecture.ts'
export { areAttemptsUsed, attemptsAllowed, needOf } from './entry-needs.ts'
export {
  courseDuplicated,
  curriculumChanged,
  entriesLeaving,
  lectureAdded,
  lecturesCopied,
  lectureTextsChanged,
  sessionScheduled,
  sessionStarted,
  videoAttached,
} from './jobs.ts'
export { changeOwnLecture, lockOwnLecture, requireKind, requireOwnEntry, scheduleVersion } from './lock-own-lecture.ts'
export { publishLiveChanged } from './publish-live-changed.ts'
export {
  findForms,
  findLecture,
  findLiveNotes,
  findOwnCourseId,
  findRules,
  isEmptyQuiz,
  keepLecture,
  type LectureForms,
  lockLecture,
  lockLectureForShare,
  setLectureSession,
} from './queries.ts'
export { createServedMarks, type ServedMarks } from './record-served.ts'
export { removeCoursesOf } from './remove-course.ts'
export { registerLectures } from './routes.ts'
export { decideWatch, nextPart, parseLocalTime } from './rules.ts'
export {
  addAttendance,
  paidBy,
  partOfFiles,
  type Receiver,
  servedFiles,
  servedShown,
  servedText,
  servedVideo,
  soldLectures,
  watchedVideo,
} from './served-queries.ts'
export { hundredthsOfSpan, readSegments, type Segments } from './served-rules.ts'

export const lectureJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(deleteAbandonedCopies, () => removeAbandonedCopies(deps), '13 * * * *'),
]

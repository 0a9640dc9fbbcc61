import type { FeatureDeps } from '#core/feature-deps.ts'
import { handleJob, type JobHandler } from '#core/jobs.ts'
import { handInAllOverdue } from './attempts/hand-in.ts'
import { markAllAgain } from './attempts/review.ts'
import { handInOverdue, keyCorrected } from './jobs.ts'

export { fillAttempts } from './attempts/fill-attempts.ts'
export { findAttemptSubject } from './attempts/subject-queries.ts'
export { attemptsGiven, attemptsUsed, marksChanged } from './jobs.ts'
export { deleteAttemptsOf, findAllAttempts, findAllCheckAnswers } from './personal-data.ts'
export { registerQuizzes } from './routes.ts'
export { readNumber } from './scoring.ts'
export { fillQuiz } from './settings/edit-quiz.ts'
export { findQuiz } from './settings/quiz-queries.ts'
export { writeGift } from './transfer/gift/write-gift.ts'

export const quizJobs = (deps: Pick<FeatureDeps, 'db' | 'clock' | 'log'>): JobHandler[] => [
  handleJob(handInOverdue, () => handInAllOverdue(deps), '* * * * *'),
  handleJob(keyCorrected, (data) => markAllAgain(deps, data)),
]

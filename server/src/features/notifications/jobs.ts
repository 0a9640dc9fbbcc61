import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { announcementChanged, announcementMade, announcementRemoved } from '../announcements/index.ts'
import { answerHandedIn, answerMarked } from '../assignments/index.ts'
import { certificateIssued, certificateWithdrawn } from '../certificates/index.ts'
import { listingChanged, priceDropped } from '../courses/index.ts'
import { studentEnrolled } from '../enrolments/index.ts'
import { lecturesOpened, markCorrected, marksSet } from '../learning/index.ts'
import { lectureAdded, sessionScheduled, sessionStarted } from '../lectures/index.ts'
import { payoutPaid, payoutReturned } from '../payouts/index.ts'
import {
  postHidden,
  postRestored,
  questionAnswered,
  questionAsked,
  questionGone,
  questionSolved,
} from '../questions/index.ts'
import { attemptsGiven, attemptsUsed, marksChanged } from '../quizzes/index.ts'
import { courseReviewed, reviewRemoved, reviewReplied, reviewRestored } from '../reviews/index.ts'
import { paymentRefunded, refundDelayed } from '../sales/index.ts'
import { beginDigests, writeDigests } from './mail-digests.ts'
import { deleteOldMails } from './mails/mail-queries.ts'
import { sendMails } from './mails/send-mails.ts'
import { notifyAnnouncementMade, notifyAnnouncementRemoved, refreshAboutAnnouncement } from './notify-announcements.ts'
import {
  notifyCertificateIssued,
  notifyCertificateWithdrawn,
  notifyLecturesOpened,
  notifyMarkCorrected,
  notifyMarksSet,
} from './notify-completion.ts'
import {
  notifyLectureAdded,
  notifyPriceDropped,
  notifySessionScheduled,
  notifySessionStarted,
} from './notify-groups.ts'
import {
  notifyAnswerHandedIn,
  notifyAnswerMarked,
  notifyAttemptsGiven,
  notifyAttemptsUsed,
} from './notify-of-answers.ts'
import {
  notifyAdminRemoved,
  notifyCourseReviewed,
  notifyListingChanged,
  notifyPaymentRefunded,
  notifyPayoutPaid,
  notifyPayoutReturned,
  notifyQuizMarks,
  notifyRefundDelayed,
  notifyReviewRemoved,
  notifyReviewReplied,
  notifyReviewRestored,
  notifyStudentEnrolled,
} from './notify-people.ts'
import {
  notifyPostHidden,
  notifyPostRestored,
  notifyQuestionAnswered,
  notifyQuestionAsked,
  notifyQuestionSolved,
} from './notify-questions.ts'
import {
  adminRemoved,
  beginDailyMails,
  findSoonSessions,
  mailDigests,
  mailGroups,
  mailNotifications,
  sessionSoon,
} from './own-jobs.ts'
import { deleteAboutQuestion, deleteOldest, findCrowded } from './queries.ts'
import { notifySessionSoon, remindOfSessions } from './remind-of-sessions.ts'

/** Number of notifications that are kept for each user. */
const keptNotifications = 500

/** Deletes each user's oldest notifications beyond the number that is kept. */
export async function trimNotifications(
  { db }: Pick<FeatureDeps, 'db'>,
  keep: number = keptNotifications,
): Promise<void> {
  for (const userId of await findCrowded(db, keep)) await deleteOldest(db, userId, keep)
}

/** Milliseconds for which mails are remembered. */
const keptMailsMs = 30 * 24 * 3600 * 1000

const trim = defineJob({ name: 'trim-notifications', data: noData, retries: 0, retrySeconds: 60 })

/**
 * One event has one name from the feature that enqueues it (`studentEnrolled`) over its handler (`notifyStudentEnrolled`) to
 * the kind of its notification (`student-enrolled`, see `kinds.ts`). Job names in the queue are older and do not change.
 */
export const notificationJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(studentEnrolled, (enrolment) => notifyStudentEnrolled(deps, enrolment)),
  handleJob(paymentRefunded, (refund) => notifyPaymentRefunded(deps, refund)),
  handleJob(refundDelayed, (refund) => notifyRefundDelayed(deps, refund)),
  handleJob(payoutPaid, (payout) => notifyPayoutPaid(deps, payout)),
  handleJob(payoutReturned, (payout) => notifyPayoutReturned(deps, payout)),
  handleJob(lectureAdded, ({ lectureId }) => notifyLectureAdded(deps, lectureId)),
  handleJob(sessionScheduled, ({ lectureId, startTime }) =>
    notifySessionScheduled(deps, lectureId, new Date(startTime)),
  ),
  handleJob(sessionStarted, ({ lectureId, startedAt }) => notifySessionStarted(deps, lectureId, startedAt)),
  handleJob(courseReviewed, ({ reviewId }) => notifyCourseReviewed(deps, reviewId)),
  handleJob(priceDropped, (drop) => notifyPriceDropped(deps, drop)),
  handleJob(adminRemoved, (removal) => notifyAdminRemoved(deps, removal)),
  handleJob(listingChanged, (listing) => notifyListingChanged(deps, listing)),
  handleJob(marksChanged, (changed) => notifyQuizMarks(deps, changed)),
  handleJob(reviewReplied, ({ reviewId }) => notifyReviewReplied(deps, reviewId)),
  handleJob(reviewRemoved, (removal) => notifyReviewRemoved(deps, removal)),
  handleJob(reviewRestored, (restored) => notifyReviewRestored(deps, restored)),
  handleJob(answerHandedIn, (answer) => notifyAnswerHandedIn(deps, answer)),
  handleJob(answerMarked, (marked) => notifyAnswerMarked(deps, marked)),
  handleJob(markCorrected, ({ correctionId }) => notifyMarkCorrected(deps, correctionId)),
  handleJob(attemptsUsed, ({ attemptId }) => notifyAttemptsUsed(deps, attemptId)),
  handleJob(attemptsGiven, (given) => notifyAttemptsGiven(deps, given)),
  handleJob(lecturesOpened, (opened) => notifyLecturesOpened(deps, opened)),
  handleJob(marksSet, ({ batch }) => notifyMarksSet(deps, batch)),
  handleJob(certificateIssued, ({ serial }) => notifyCertificateIssued(deps, serial)),
  handleJob(certificateWithdrawn, ({ serial }) => notifyCertificateWithdrawn(deps, serial)),
  handleJob(announcementMade, ({ announcementId }) => notifyAnnouncementMade(deps, announcementId)),
  handleJob(announcementChanged, ({ announcementId }) => refreshAboutAnnouncement(deps, announcementId)),
  handleJob(announcementRemoved, (removed) => notifyAnnouncementRemoved(deps, removed)),
  handleJob(questionAsked, ({ questionId }) => notifyQuestionAsked(deps, questionId)),
  handleJob(questionAnswered, ({ answerId }) => notifyQuestionAnswered(deps, answerId)),
  handleJob(questionSolved, ({ answerId }) => notifyQuestionSolved(deps, answerId)),
  handleJob(postHidden, (hidden) => notifyPostHidden(deps, hidden)),
  handleJob(postRestored, (restored) => notifyPostRestored(deps, restored)),
  handleJob(questionGone, ({ questionId }) => deleteAboutQuestion(deps.db, questionId)),
  // in the morning, Indian time
  handleJob(beginDailyMails, () => beginDigests(deps), '20 2 * * *'),
  handleJob(mailDigests, (batch) => writeDigests(deps, batch)),
  handleJob(mailNotifications, (event) => sendMails(deps, event)),
  handleJob(mailGroups, (event) => sendMails(deps, event)),
  handleJob(findSoonSessions, () => remindOfSessions(deps), '* * * * *'),
  handleJob(sessionSoon, ({ lectureId, startTime }) => notifySessionSoon(deps, lectureId, new Date(startTime))),
  handleJob(
    trim,
    async () => {
      await trimNotifications(deps)
      await deleteOldMails(deps.db, new Date(deps.clock.now().getTime() - keptMailsMs))
    },
    '41 3 * * *',
  ),
]

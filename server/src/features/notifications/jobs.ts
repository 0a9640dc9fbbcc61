import type { FeatureDeps } from '#core/feature-deps.ts'
import { defineJob, handleJob, type JobHandler, noData } from '#core/jobs.ts'
import { announceListing, announcePriceDrop } from '../courses/index.ts'
import { announceEnrolment, announceRefund } from '../enrolments/index.ts'
import { announceLecture, announceLiveStart, announceSession } from '../lectures/index.ts'
import { announceReview, announceReviewRemoval } from '../reviews/index.ts'
import { notifyListing, notifyReviewRemoval } from './announce-by-admin.ts'
import { notifyLecture, notifyLiveStart, notifySession } from './announce-lecture.ts'
import { notifyPriceDrop } from './announce-price-drop.ts'
import { notifyEnrolment, notifyRefund } from './announce-purchase.ts'
import { notifyReview } from './announce-review.ts'
import { trimNotifications } from './trim-notifications.ts'

const trim = defineJob({ name: 'trim-notifications', data: noData, retries: 0, retrySeconds: 60 })

/** What happens is written down as a job by the feature that does it, and told by these. */
export const notificationJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(announceEnrolment, (enrolment) => notifyEnrolment(deps, enrolment)),
  handleJob(announceRefund, (refund) => notifyRefund(deps, refund)),
  handleJob(announceLecture, ({ lectureId }) => notifyLecture(deps, lectureId)),
  handleJob(announceSession, ({ lectureId, startTime }) => notifySession(deps, lectureId, new Date(startTime))),
  handleJob(announceLiveStart, ({ lectureId, startedAt }) => notifyLiveStart(deps, lectureId, startedAt)),
  handleJob(announceReview, ({ reviewId }) => notifyReview(deps, reviewId)),
  handleJob(announcePriceDrop, (drop) => notifyPriceDrop(deps, drop)),
  handleJob(announceListing, (listing) => notifyListing(deps, listing)),
  handleJob(announceReviewRemoval, (removal) => notifyReviewRemoval(deps, removal)),
  handleJob(trim, () => trimNotifications(deps), '41 3 * * *'),
]

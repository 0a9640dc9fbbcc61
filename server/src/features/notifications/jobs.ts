import { defineJob, handleJob, type JobHandler, noData } from '#jobs/define.ts'
import { announceListing, announcePriceDrop } from '../courses/index.ts'
import type { FeatureDeps } from '../deps.ts'
import { announceEnrolment, announceRefund } from '../enrolments/index.ts'
import { announceLecture, announceLiveStart, announceSession } from '../lectures/index.ts'
import { announceReview, announceReviewRemoval } from '../reviews/index.ts'
import { tellOfListing, tellOfReviewRemoval } from './announce-by-admin.ts'
import { tellOfLecture, tellOfLiveStart, tellOfSession } from './announce-lecture.ts'
import { tellOfPriceDrop } from './announce-price-drop.ts'
import { tellOfEnrolment, tellOfRefund } from './announce-purchase.ts'
import { tellOfReview } from './announce-review.ts'
import { trimNotifications } from './trim-notifications.ts'

const trim = defineJob({ name: 'trim-notifications', data: noData, retries: 0, retrySeconds: 60 })

/** What happens is written down as a job by the feature that does it, and told by these. */
export const notificationJobs = (deps: FeatureDeps): JobHandler[] => [
  handleJob(announceEnrolment, (enrolment) => tellOfEnrolment(deps, enrolment)),
  handleJob(announceRefund, (refund) => tellOfRefund(deps, refund)),
  handleJob(announceLecture, ({ lectureId }) => tellOfLecture(deps, lectureId)),
  handleJob(announceSession, ({ lectureId, startTime }) => tellOfSession(deps, lectureId, new Date(startTime))),
  handleJob(announceLiveStart, ({ lectureId, startedAt }) => tellOfLiveStart(deps, lectureId, startedAt)),
  handleJob(announceReview, ({ reviewId }) => tellOfReview(deps, reviewId)),
  handleJob(announcePriceDrop, (drop) => tellOfPriceDrop(deps, drop)),
  handleJob(announceListing, (listing) => tellOfListing(deps, listing)),
  handleJob(announceReviewRemoval, (removal) => tellOfReviewRemoval(deps, removal)),
  handleJob(trim, () => trimNotifications(deps), '41 3 * * *'),
]

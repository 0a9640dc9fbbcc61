import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  Cursor,
  Id,
  Instant,
  leastStars,
  mostStars,
  pagesBeside,
  Role,
  readVersion,
  requiredText,
  Stars,
  text,
  Version,
} from './values/fields.ts'
import { sentence } from './values/sentence.ts'

/** Maximum length of a comment in characters (decisions, section 4). */
export const maxCommentLength = 2000

/** Maximum length of an educator's reply in characters. */
export const maxReplyLength = 2000

/** Why a review is reported, and the maximum length of the words beside the reason. */
export const reportReasons = ['spam', 'offensive', 'off-topic', 'untrue', 'personal-data', 'other'] as const
export const maxReportLength = 500
export const ReportReason = z.enum(reportReasons, sentence('Please choose a reason'))
export type ReportReason = z.output<typeof ReportReason>

/** Orders of a course's reviews; among equal stars the newest is first. */
export const reviewOrders = ['newest', 'highest', 'lowest'] as const
export type ReviewOrder = (typeof reviewOrders)[number]

export const Review = z.object({
  _id: Id,
  rating: z.number().int().min(leastStars).max(mostStars),
  comment: z.string(),
  courseId: Id,
  user: z.object({ name: z.string(), photoUrl: z.string(), role: Role }),
  createdAt: Instant,
})
export type Review = z.output<typeof Review>

/** A review as pages show it to those who decide. */
export const CourseReview = Review.extend({
  /** last change of stars or comment; `createdAt` while there was none */
  updatedAt: Instant,
  /** the author is enrolled and has completed at least one lecture of the course */
  verified: z.boolean(),
  /** of the educator */
  reply: z.object({ text: z.string(), createdAt: Instant }).nullable(),
  /** the current user may report it: it is not their own, and they have not reported it as it is now */
  canReport: z.boolean(),
  /** for the educator of the course alone: version of their reply, or of its absence */
  replyVersion: Version.optional(),
})
export type CourseReview = z.output<typeof CourseReview>

const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: Cursor.optional(),
}
const chooseStars = sentence('Please choose {least} to {most} stars', { least: leastStars, most: mostStars })
const reviewParams = z.object({ reviewId: Id })
const Message = z.object({ message: z.string() })
/** number of reviews for each of `starNumbers` */
const RatingCounts = z.array(z.number().int()).length(mostStars)

export const reviews = {
  give: endpoint({
    method: 'POST',
    path: '/api/review/givereview',
    access: 'signedIn',
    summary: 'Review an enrolled course; a second review replaces the first',
    body: z.object({
      rating: z.number(chooseStars).int(chooseStars).min(leastStars, chooseStars).max(mostStars, chooseStars),
      comment: text(maxCommentLength).default(''),
      courseId: Id,
      ...readVersion,
    }),
    status: 201,
    reply: Review.extend({ version: Version }),
    errors: ['not_found', 'changed_elsewhere', 'only_enrolled_review', 'rate_limited'],
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/review/allReview',
    access: 'public',
    summary:
      'The newest 1,000 reviews of published courses, newest first; `limit` and `commented` make the list shorter; lists of more than 100 are limited',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).optional(),
      commented: z.enum(['true']).optional(),
    }),
    status: 200,
    reply: z.array(Review),
    errors: ['rate_limited'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/review/mycourses',
    access: 'educator',
    summary: 'Reviews of own courses, newest first, of all or of one of them',
    query: z.object({ course: Id.optional(), rating: Stars.optional(), ...page }),
    status: 200,
    reply: z.object({
      reviews: z.array(CourseReview.extend({ courseTitle: z.string() })),
      /** number of matching reviews */
      total: z.number().int(),
      /** ignores `rating` */
      ratingCounts: RatingCounts,
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  ofCourse: endpoint({
    method: 'GET',
    path: '/api/review/course/:courseId',
    access: 'public',
    summary: 'Reviews of a course that the caller can see, with average, counts and their own review',
    params: z.object({ courseId: Id }),
    query: z.object({
      rating: Stars.optional(),
      /** only reviews with a comment */
      commented: z.enum(['true']).optional(),
      order: z.enum(reviewOrders).default('newest'),
      ...page,
    }),
    status: 200,
    reply: z.object({
      /** without the caller's own, which is `own` */
      reviews: z.array(CourseReview),
      /** number of matching reviews with the own one; with `commented` counted up to `mostCounted` */
      total: z.number().int(),
      /** one decimal; 0 without reviews */
      average: z.number(),
      /** of all reviews, whatever the filters */
      ratingCounts: RatingCounts,
      own: CourseReview.nullable(),
      /** version of the user's own review, or of its absence; missing for visitors */
      ownVersion: Version.optional(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/review/:reviewId',
    access: 'signedIn',
    summary: 'Delete the own review',
    params: reviewParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'rate_limited'],
  }),
  reply: endpoint({
    method: 'POST',
    path: '/api/review/:reviewId/reply',
    access: 'educator',
    summary: 'Reply to a review of an own course; a second reply replaces the first',
    params: reviewParams,
    body: z.object({ text: requiredText(maxReplyLength, 'A reply'), ...readVersion }),
    status: 200,
    reply: z.object({ review: CourseReview, message: z.string() }),
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  removeReply: endpoint({
    method: 'DELETE',
    path: '/api/review/:reviewId/reply',
    access: 'educator',
    summary: 'Delete the reply to a review of an own course; doing so twice is no error',
    params: reviewParams,
    status: 200,
    reply: Message,
    errors: ['not_found', 'rate_limited'],
  }),
  report: endpoint({
    method: 'POST',
    path: '/api/review/:reviewId/report',
    access: 'signedIn',
    summary: 'Report a review of someone else to the admins; doing so twice is no error',
    params: reviewParams,
    body: z.object({ reason: ReportReason, text: text(maxReportLength).default('') }),
    status: 201,
    reply: Message,
    errors: ['not_found', 'own_review', 'rate_limited'],
  }),
}

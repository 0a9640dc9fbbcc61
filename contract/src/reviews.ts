import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, Role, text } from './fields.ts'

/** Maximum length of a comment in characters (decisions, section 4). */
export const maxCommentLength = 2000

export const Review = z.object({
  _id: Id,
  rating: z.number().int().min(1).max(5),
  comment: z.string(),
  courseId: Id,
  user: z.object({ name: z.string(), photoUrl: z.string(), role: Role }),
  createdAt: Instant,
})
export type Review = z.output<typeof Review>

export const reviews = {
  give: endpoint({
    method: 'POST',
    path: '/api/review/givereview',
    access: 'signedIn',
    summary: 'Review an enrolled course; a second review replaces the first',
    body: z.object({
      rating: z
        .number('Please choose 1 to 5 stars')
        .int('Please choose 1 to 5 stars')
        .min(1, 'Please choose 1 to 5 stars')
        .max(5, 'Please choose 1 to 5 stars'),
      comment: text(maxCommentLength).default(''),
      courseId: Id,
    }),
    status: 201,
    reply: Review,
    errors: ['not_found', 'only_enrolled_review', 'rate_limited'],
  }),
  all: endpoint({
    method: 'GET',
    path: '/api/review/allReview',
    access: 'public',
    summary:
      'The newest 1,000 reviews of published courses, newest first; `limit` and `commented` make the list shorter',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(1000).optional(),
      commented: z.enum(['true']).optional(),
    }),
    status: 200,
    reply: z.array(Review),
    errors: [],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/review/mycourses',
    access: 'educator',
    summary: 'Reviews of own courses, newest first, of all or of one of them',
    query: z.object({
      course: Id.optional(),
      rating: z.coerce.number().int().min(1).max(5).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      cursor: Cursor.optional(),
    }),
    status: 200,
    reply: z.object({
      reviews: z.array(Review.extend({ courseTitle: z.string() })),
      /** number of matching reviews */
      total: z.number().int(),
      /** number of reviews with 1 to 5 stars, ignoring `rating` */
      ratingCounts: z.array(z.number().int()).length(5),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
}

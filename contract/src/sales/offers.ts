import { z } from 'zod'
import { CourseCard } from '../courses.ts'
import { endpoint } from '../endpoint.ts'
import { Id } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** A code as people type or paste it: spaces around it and small letters are no mistake. */
export const CouponCode = z
  .string()
  .max(40)
  .transform((value) => value.trim().toUpperCase())

/** Query parameter of the addresses of course and bundle pages that carries a code. */
export const couponParameter = 'coupon'

/** What buying costs now. Amounts in rupees. */
export const Quote = z.object({
  /** before the coupon */
  list: z.number(),
  /** what has to be paid */
  price: z.number(),
  discount: z.number(),
  /** the code that is taken off; null without one, and for one that is refused */
  coupon: z.string().nullable(),
  /** why the code is refused, in a sentence */
  problem: z.string().nullable(),
})
export type Quote = z.output<typeof Quote>

/** A bundle as the pages of its courses name it. Amounts in rupees. */
export const BundleTeaser = z.object({
  _id: Id,
  title: z.string(),
  price: z.number(),
  /** what its courses cost alone */
  alone: z.number(),
  courses: z.number().int(),
})
export type BundleTeaser = z.output<typeof BundleTeaser>

/** A bundle on its page. Amounts in rupees, without the courses that the viewer has. */
export const BundleDetails = BundleTeaser.omit({ courses: true }).extend({
  description: z.string(),
  educator: z.object({ _id: Id, name: z.string() }).nullable(),
  isPublished: z.boolean(),
  /** those that are on sale, with those that the viewer has */
  courses: z.array(CourseCard.extend({ enrolled: z.boolean() })),
  /** the viewer has all of its courses, of which there is at least one */
  complete: z.boolean(),
})
export type BundleDetails = z.output<typeof BundleDetails>

const bundleParams = z.object({ bundleId: Id })
const courseParams = z.object({ courseId: Id })

/** What buyers call. */
export const offers = {
  quote: endpoint({
    method: 'GET',
    path: '/api/offers/quote',
    access: 'public',
    summary:
      'What a course or a bundle costs this viewer, with a code or without; a code that is refused comes with the reason',
    query: z
      .object({ courseId: Id.optional(), bundleId: Id.optional(), code: CouponCode.optional() })
      .refine(({ courseId, bundleId }) => (courseId === undefined) !== (bundleId === undefined), {
        message: sentence('Name a course or a bundle'),
        path: ['courseId'],
      }),
    status: 200,
    reply: Quote,
    errors: ['not_found', 'rate_limited'],
  }),
  bundle: endpoint({
    method: 'GET',
    path: '/api/offers/bundles/:bundleId',
    access: 'public',
    summary:
      'A published bundle with its courses and what it costs the viewer; a draft, or one of which nothing is on sale, for its educator and admins only',
    params: bundleParams,
    status: 200,
    reply: BundleDetails,
    errors: ['not_found'],
  }),
  bundlesOf: endpoint({
    method: 'GET',
    path: '/api/offers/courses/:courseId/bundles',
    access: 'public',
    summary: 'The newest published bundles with a course, at most 3; none for a course that is not on sale',
    params: courseParams,
    status: 200,
    reply: z.object({ bundles: z.array(BundleTeaser) }),
    errors: [],
  }),
}

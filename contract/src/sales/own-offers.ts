import { z } from 'zod'
import { Sale } from '../courses.ts'
import { endpoint } from '../endpoint.ts'
import {
  Cursor,
  Id,
  Instant,
  maxPriceRupees,
  nameText,
  pagesBeside,
  readVersion,
  text,
  Version,
} from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { CouponCode } from './offers.ts'

/** Code of a new coupon. */
const NewCode = CouponCode.refine((code) => /^[A-Z0-9-]{4,32}$/.test(code), {
  message: sentence('A code has 4 to 32 letters, digits and hyphens'),
})

/** Limits of coupons, bundles and sales. */
export const offerLimits = {
  /** coupons and bundles that an educator ever makes: orders refer to those that have ended */
  coupons: 5000,
  bundles: 1000,
  /** courses that a coupon is for */
  couponCourses: 50,
  couponUses: 100_000,
  bundleCourses: { least: 2, most: 20 },
  /** days until the end of a sale */
  saleHours: { least: 1, most: 60 * 24 },
} as const

/** Rupees with at most 2 decimals. */
const Rupees = (least: number) =>
  z
    .number(sentence('Please enter an amount in rupees'))
    .min(least, sentence('Please enter at least ₹{least}', { least }))
    .max(maxPriceRupees, sentence('Please enter at most ₹10,00,000'))
    .refine(
      (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6,
      sentence('Please use at most 2 decimals'),
    )

/** `amount` takes rupees off, `percent` a share. */
export const couponKinds = ['percent', 'amount'] as const
export type CouponKind = (typeof couponKinds)[number]

const couponFields = {
  code: NewCode,
  kind: z.enum(couponKinds),
  /** per cent (whole), or rupees */
  value: z.number(),
  /** minimum price in rupees before the coupon */
  minPrice: Rupees(0).default(0),
  /** null for any number */
  maxUses: z.int().min(1).max(offerLimits.couponUses).nullable().default(null),
  maxUsesPerUser: z.int().min(1).max(1000).nullable().default(1),
  startsAt: Instant.nullable().default(null),
  endsAt: Instant.nullable().default(null),
  /** none: for all courses of the educator, or of the site */
  courseIds: z.array(Id).max(offerLimits.couponCourses).default([]),
}

export const NewCoupon = z
  .object(couponFields)
  .refine(({ kind, value }) => kind === 'amount' || (Number.isInteger(value) && value >= 1 && value <= 100), {
    message: sentence('Please enter 1 to 100 per cent'),
    path: ['value'],
  })
  .refine(({ kind, value }) => kind === 'percent' || Rupees(1).safeParse(value).success, {
    message: sentence('Please enter ₹1 to ₹10,00,000'),
    path: ['value'],
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || Date.parse(startsAt) < Date.parse(endsAt), {
    message: sentence('The end lies before the begin'),
    path: ['endsAt'],
  })
export type NewCoupon = z.output<typeof NewCoupon>

/** A coupon as its owner sees it. */
export const Coupon = z.object({
  _id: Id,
  code: z.string(),
  kind: z.enum(couponKinds),
  /** per cent, or rupees */
  value: z.number(),
  minPrice: z.number(),
  maxUses: z.number().int().nullable(),
  maxUsesPerUser: z.number().int().nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  createdAt: Instant,
  /** whether it can be used at the moment; "used-up" may change back when an open order ends */
  state: z.enum(['active', 'coming', 'ended', 'used-up', 'disabled']),
  /** paid orders with it, and open ones that hold a use; each counted up to `maxUses`, or `mostCounted` */
  used: z.number().int(),
  reserved: z.number().int(),
  /** for all courses of the educator, or of the site and its bundles; else for `courses`, and for nothing when those are gone */
  forAll: z.boolean(),
  courses: z.array(z.object({ _id: Id, title: z.string() })),
})
export type Coupon = z.output<typeof Coupon>

/** A page of coupons. */
export const CouponPage = z.object({ coupons: z.array(Coupon), ...pagesBeside })
export type CouponPage = z.output<typeof CouponPage>
export const couponPageQuery = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(25),
  cursor: Cursor.optional(),
})
export const couponParams = z.object({ couponId: Id })

const bundleFields = {
  title: nameText(150, 'Title'),
  description: text(2000),
  /** rupees for all courses */
  price: Rupees(1),
  /** in the order in which they are shown */
  courseIds: z
    .array(Id)
    .min(offerLimits.bundleCourses.least, sentence('A bundle has at least 2 courses'))
    .max(offerLimits.bundleCourses.most, sentence('A bundle has at most 20 courses'))
    .refine((ids) => new Set(ids).size === ids.length, sentence('A course can be in a bundle once')),
  isPublished: z.boolean(),
}
export const BundleInput = z.object({ ...bundleFields, description: bundleFields.description.default('') })
export type BundleInput = z.output<typeof BundleInput>
const BundleChanges = z.object(bundleFields).partial()
export type BundleChanges = z.output<typeof BundleChanges>

/** A course that an offer can be for. */
export const OfferCourse = z.object({
  _id: Id,
  title: z.string(),
  /** rupees; null before it has one */
  price: z.number().nullable(),
  isPublished: z.boolean(),
})
export type OfferCourse = z.output<typeof OfferCourse>

/** A bundle as its owner sees it. Amounts in rupees. */
export const OwnBundle = z.object({
  _id: Id,
  title: z.string(),
  description: z.string(),
  price: z.number(),
  isPublished: z.boolean(),
  courses: z.array(OfferCourse),
  /** version of what `ownOffers.editBundle` changes */
  version: Version,
})
export type OwnBundle = z.output<typeof OwnBundle>

const bundleParams = z.object({ bundleId: Id })
const courseParams = z.object({ courseId: Id })
const Message = z.object({ message: z.string() })

/** What educators call to make and end their offers. */
export const ownOffers = {
  courses: endpoint({
    method: 'GET',
    path: '/api/offers/own-courses',
    access: 'educator',
    summary: 'A page of the own courses that an offer can be for, newest first; filtered by a text in their title',
    query: couponPageQuery.extend({ text: text(100).optional() }),
    status: 200,
    reply: z.object({ courses: z.array(OfferCourse), ...pagesBeside }),
    errors: [],
  }),
  coupons: endpoint({
    method: 'GET',
    path: '/api/offers/coupons',
    access: 'educator',
    summary: 'A page of the own coupons, newest first',
    query: couponPageQuery,
    status: 200,
    reply: CouponPage,
    errors: [],
  }),
  createCoupon: endpoint({
    method: 'POST',
    path: '/api/offers/coupons',
    access: 'educator',
    summary: 'Make a coupon for own courses: for all of them, or for some',
    body: NewCoupon,
    status: 201,
    reply: Coupon,
    errors: ['not_found', 'coupon_taken', 'rate_limited'],
  }),
  disableCoupon: endpoint({
    method: 'POST',
    path: '/api/offers/coupons/:couponId/disable',
    access: 'educator',
    summary: 'End an own coupon for good; open orders keep it. Doing so twice is no error.',
    params: couponParams,
    status: 200,
    reply: Coupon,
    errors: ['not_found'],
  }),
  ownBundles: endpoint({
    method: 'GET',
    path: '/api/offers/own-bundles',
    access: 'educator',
    summary: 'A page of the own bundles, newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(20), cursor: Cursor.optional() }),
    status: 200,
    reply: z.object({ bundles: z.array(OwnBundle), ...pagesBeside }),
    errors: [],
  }),
  ownBundle: endpoint({
    method: 'GET',
    path: '/api/offers/own-bundles/:bundleId',
    access: 'educator',
    summary: 'An own bundle',
    params: bundleParams,
    status: 200,
    reply: OwnBundle,
    errors: ['not_found'],
  }),
  createBundle: endpoint({
    method: 'POST',
    path: '/api/offers/bundles',
    access: 'educator',
    summary: 'Make a bundle of own courses at one price, which is below what they cost alone',
    body: BundleInput,
    status: 201,
    reply: OwnBundle,
    errors: ['not_found', 'rate_limited'],
  }),
  editBundle: endpoint({
    method: 'POST',
    path: '/api/offers/bundles/:bundleId',
    access: 'educator',
    summary: 'Change an own bundle; fields that are not sent stay unchanged',
    params: bundleParams,
    body: BundleChanges.extend(readVersion),
    status: 200,
    reply: OwnBundle,
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
  removeBundle: endpoint({
    method: 'DELETE',
    path: '/api/offers/bundles/:bundleId',
    access: 'educator',
    summary: 'Remove an own bundle; who bought it keeps the courses',
    params: bundleParams,
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  sale: endpoint({
    method: 'GET',
    path: '/api/offers/courses/:courseId/sale',
    access: 'educator',
    summary: 'The sale of an own course, or none',
    params: courseParams,
    status: 200,
    reply: z.object({ sale: Sale.nullable(), saleVersion: Version }),
    errors: ['not_found'],
  }),
  setSale: endpoint({
    method: 'POST',
    path: '/api/offers/courses/:courseId/sale',
    access: 'educator',
    summary:
      'Lower the price of an own published course until a time 1 hour to 60 days ahead; a running sale is replaced',
    params: courseParams,
    body: z.object({ price: Rupees(1), endsAt: Instant, ...readVersion }),
    status: 200,
    reply: z.object({ sale: Sale, saleVersion: Version }),
    errors: ['not_found', 'changed_elsewhere', 'sale_not_possible', 'rate_limited'],
  }),
  endSale: endpoint({
    method: 'DELETE',
    path: '/api/offers/courses/:courseId/sale',
    access: 'educator',
    summary: 'End the sale of an own course: the price is what it was before. Without a sale nothing changes.',
    params: courseParams,
    query: z.object(readVersion),
    status: 200,
    reply: Message,
    errors: ['not_found', 'changed_elsewhere', 'rate_limited'],
  }),
}

import { z } from 'zod'
import { PublicUser } from './accounts/accounts.ts'
import { endpoint, stream, upload, uploadErrors } from './endpoint.ts'
import { CourseStudent } from './learning/completion.ts'
import { Lecture, Section } from './lectures.ts'
import {
  BooleanInput,
  Category,
  CourseLanguage,
  CourseLength,
  Cursor,
  Id,
  Instant,
  Level,
  lines,
  nameText,
  PriceInput,
  pagesBeside,
  RupeesInput,
  readVersion,
  text,
  Version,
} from './values/fields.ts'
import { sentence } from './values/sentence.ts'
import { maxImageBytes } from './video/media.ts'

/** A course as cards and the paged catalogue show it. */
export const CourseCard = z.object({
  _id: Id,
  title: z.string(),
  subTitle: z.string(),
  category: Category.nullable(),
  level: Level.nullable(),
  /** rupees; null while none is set */
  price: z.number().nullable(),
  thumbnail: z.string(),
  creator: Id,
  creatorName: z.string(),
  /** one decimal; 0 without reviews */
  averageRating: z.number(),
  reviewCount: z.number().int(),
  enrolledCount: z.number().int(),
  lectureCount: z.number().int(),
  /** of the videos, in seconds; 0 where no length is known */
  totalSeconds: z.number().int(),
  language: CourseLanguage,
})
export type CourseCard = z.output<typeof CourseCard>

export const Course = CourseCard.extend({
  description: z.string(),
  isPublished: z.boolean(),
  published: z.boolean(),
  lectures: z.array(Lecture),
  reviews: z.array(z.object({ rating: z.number().int() })),
  createdAt: Instant,
})
export type Course = z.output<typeof Course>

/** Limits of each list of short points that an educator writes about a course. */
export const coursePointLimits = { lines: 12, characters: 160 } as const
const Points = lines(coursePointLimits.lines, coursePointLimits.characters)

/** The sale price of a course. Amounts in rupees. */
export const Sale = z.object({
  endsAt: Instant,
  /** the price after the sale */
  regularPrice: z.number(),
  /**
   * the lowest price of the 30 days before the sale, which may be shown struck through; null where it was not above the sale price, or
   * the course was not on sale for long enough
   */
  struckPrice: z.number().nullable(),
})
export type Sale = z.output<typeof Sale>

/** A course as its own page shows it. */
export const CourseDetails = Course.extend({
  /** in order */
  sections: z.array(Section),
  /** what students learn, what they need, and whom the course is for; empty where its educator wrote nothing */
  outcomes: z.array(z.string()),
  requirements: z.array(z.string()),
  audience: z.array(z.string()),
  certificate: z.boolean(),
  /** the last change of the course, its lectures or their videos */
  updatedAt: Instant,
  /** present while a sale runs: `price` is the sale price then */
  sale: Sale.optional(),
  /** for its creator alone, like the next two: of what `courses.edit` changes */
  version: Version.optional(),
  /** of the order of sections and lectures */
  outlineVersion: Version.optional(),
  /** version of the sale, or of its absence */
  saleVersion: Version.optional(),
  /** of all published courses of its educator */
  instructor: z.object({
    courses: z.number().int(),
    enrolments: z.number().int(),
    reviews: z.number().int(),
    /** one decimal; 0 without reviews */
    averageRating: z.number(),
  }),
})
export type CourseDetails = z.output<typeof CourseDetails>

/** Limits of `getcreatorcourses`, whose shape is older than large courses. `enrolledCount` counts all students. */
export const creatorCourseLimits = { courses: 200, students: 1000 } as const

/** Maximum number of `reviews` of a course, the newest; `reviewCount` and `averageRating` are of all. */
export const mostRatings = 1000

/** A course in the list of its creator; the only reply that names students. */
export const CreatorCourse = Course.extend({
  /** the first ones who enrolled, at most `creatorCourseLimits.students` */
  enrolledStudents: z.array(Id),
})
export type CreatorCourse = z.output<typeof CreatorCourse>

/** A course in the pages of its creator. */
export const OwnCourse = CourseCard.extend({ isPublished: z.boolean() })
export type OwnCourse = z.output<typeof OwnCourse>

/** What an educator's dashboard shows of all their courses. */
export const TeachingSummary = z.object({
  courses: z.number().int(),
  published: z.number().int(),
  lectures: z.number().int(),
  enrolments: z.number().int(),
  /** rupees: price times enrolled students, over all courses (specification, section 9) */
  earning: z.number(),
  /** the courses with the most students, at most 100, the newest first */
  largest: z.array(z.object({ _id: Id, title: z.string(), lectures: z.number().int(), students: z.number().int() })),
  /** live sessions, then scheduled ones, the nearest first; at most 50 */
  sessions: z.array(
    z.object({
      lectureId: Id,
      title: z.string(),
      courseId: Id,
      courseTitle: z.string(),
      /** null for a session that was started without a time */
      startTime: Instant.nullable(),
      live: z.boolean(),
    }),
  ),
})
export type TeachingSummary = z.output<typeof TeachingSummary>

const courseParams = z.object({ courseId: Id })
/** Maximum number of courses of an educator. */
export const maxCourses = 1000
/** Maximum length of a title in UTF-16 units. */
export const maxCourseTitleLength = 150
const Title = nameText(maxCourseTitleLength, 'Course title')

/** Suggestions: the fewest characters they are for, and the most of them, courses and educators together. */
export const leastTyped = 2
export const mostSuggestions = 8

export const courses = {
  published: endpoint({
    method: 'GET',
    path: '/api/course/getpublishedcoures',
    access: 'public',
    summary: 'All published courses, newest first, with lectures and ratings',
    status: 200,
    reply: z.array(Course),
    errors: [],
  }),
  catalogue: endpoint({
    method: 'GET',
    path: '/api/course/catalogue',
    access: 'public',
    summary: 'A page of published courses as cards, filtered and sorted',
    query: z
      .object({
        limit: z.coerce.number().int().min(1).max(100).default(24),
        cursor: Cursor.optional(),
        category: z.union([Category.transform((one) => [one]), z.array(Category).max(9)]).optional(),
        level: Level.optional(),
        language: CourseLanguage.optional(),
        length: CourseLength.optional(),
        price: z.enum(['free', 'paid']).optional(),
        /** rupees, both included; a free course costs 0 */
        minPrice: RupeesInput.optional(),
        maxPrice: RupeesInput.optional(),
        /** the average rating, as it is shown, is at least this */
        rating: z.enum(['3', '4']).transform(Number).optional(),
        creator: Id.optional(),
        exclude: Id.optional(),
        /** the other courses of this course's educator: asked for together with the course itself */
        besides: Id.optional(),
        /** courses that match the search, or have these words in their title, subtitle or educator's name */
        text: text(100).optional(),
        /** by default "relevance" with a text, and "newest" without one */
        sort: z.enum(['relevance', 'newest', 'popular', 'rating', 'price-low', 'price-high']).optional(),
      })
      .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
        message: sentence('The lowest price is above the highest'),
        path: ['minPrice'],
      }),
    status: 200,
    reply: z.object({
      courses: z.array(CourseCard),
      /** number of matches; with other filters than categories counted up to `mostCounted` */
      total: z.number().int(),
      ...pagesBeside,
      /** number of published courses in each category, ignoring the filters */
      categoryCounts: z.record(z.string(), z.number().int()),
      /** languages in which there are published courses, ignoring the filters */
      languages: z.array(CourseLanguage),
    }),
    errors: [],
  }),
  suggest: endpoint({
    method: 'GET',
    path: '/api/course/suggest',
    access: 'public',
    summary: 'Published courses and their educators whose title or name has the words that are being typed',
    query: z.object({
      text: text(100).refine((typed) => typed.length >= leastTyped, sentence('Please type at least 2 characters')),
      limit: z.coerce.number().int().min(1).max(mostSuggestions).default(mostSuggestions),
    }),
    status: 200,
    reply: z.object({
      courses: z.array(CourseCard.pick({ _id: true, title: true, creatorName: true })),
      educators: z.array(z.object({ _id: Id, name: z.string() })),
    }),
    errors: ['rate_limited'],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/api/course/getcreatorcourses',
    access: 'public',
    summary:
      'The newest 200 courses of the current user, newest first, each with the first 1,000 ids of its students; empty for users without courses and for visitors',
    status: 200,
    reply: z.array(CreatorCourse),
    errors: [],
  }),
  own: endpoint({
    method: 'GET',
    path: '/api/course/own',
    access: 'educator',
    summary: 'A page of the own courses with drafts, newest first; filtered by words of the title',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
      text: text(100).optional(),
    }),
    status: 200,
    reply: z.object({ courses: z.array(OwnCourse), ...pagesBeside }),
    errors: [],
  }),
  teaching: endpoint({
    method: 'GET',
    path: '/api/course/teaching',
    access: 'educator',
    summary: 'Totals of the own courses, those with the most students, and the next live sessions',
    status: 200,
    reply: TeachingSummary,
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/course/getcourse/:courseId',
    access: 'public',
    summary: 'One course; a draft only for its creator and admins, an unpublished one for enrolled students too',
    params: courseParams,
    status: 200,
    reply: CourseDetails,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/course/create',
    access: 'educator',
    summary: 'Start a draft',
    body: z.object({ title: Title, category: Category }),
    status: 201,
    reply: CourseDetails,
    errors: ['rate_limited', 'storage_full'],
  }),
  edit: upload({
    method: 'POST',
    path: '/api/course/editcourse/:courseId',
    maxBodyBytes: 112 * 1024,
    access: 'educator',
    summary: 'Change an own course; fields that are not sent stay unchanged',
    params: courseParams,
    body: z.object({
      title: Title.optional(),
      subTitle: text(250).optional(),
      description: text(20_000).optional(),
      category: Category.optional(),
      level: z
        .union([Level, z.literal(['', 'null']).transform(() => null)], sentence('Please choose a level'))
        .optional(),
      price: PriceInput.optional(),
      language: CourseLanguage.optional(),
      /** one point in each line */
      outcomes: Points.optional(),
      requirements: Points.optional(),
      audience: Points.optional(),
      certificate: BooleanInput.optional(),
      isPublished: BooleanInput.optional(),
      ...readVersion,
    }),
    files: { thumbnail: { kind: 'image', maxBytes: maxImageBytes } },
    status: 200,
    reply: CourseDetails,
    errors: [
      'not_found',
      'changed_elsewhere',
      'course_incomplete',
      'price_out_of_range',
      'sale_is_on',
      'unlisted',
      ...uploadErrors,
    ],
  }),
  duplicate: endpoint({
    method: 'POST',
    path: '/api/course/duplicate/:courseId',
    access: 'educator',
    summary:
      'Copy an own course to a draft with its texts, image, lectures and videos, without students, reviews and sessions',
    params: courseParams,
    status: 201,
    reply: CourseDetails,
    errors: ['unlisted', 'not_found', 'rate_limited', 'storage_full'],
  }),
  students: endpoint({
    method: 'GET',
    path: '/api/course/students/:courseId',
    access: 'educator',
    summary: 'The students of an own course with enrolment date and progress, newest first',
    params: courseParams,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
      text: text(100).optional(),
      sort: z.enum(['newest', 'name', 'progress']).default('newest'),
    }),
    status: 200,
    reply: z.object({
      students: z.array(CourseStudent),
      /** number of matching students; with a text counted up to `mostCounted` */
      total: z.number().int(),
      ...pagesBeside,
      lectureCount: z.number().int(),
    }),
    errors: ['not_found'],
  }),
  exportStudents: stream({
    method: 'GET',
    path: '/api/course/students/:courseId/csv',
    access: 'educator',
    summary: 'The newest 50,000 students of an own course as a table for spreadsheets; texts cannot be formulas',
    params: courseParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/course/removecourse/:courseId',
    access: 'educator',
    summary: 'Remove an own course; enrolled students keep access',
    params: courseParams,
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
  creator: endpoint({
    method: 'POST',
    path: '/api/course/getcreator',
    access: 'signedIn',
    summary: 'The public profile of an educator',
    body: z.object({ userId: Id }),
    status: 200,
    reply: PublicUser,
    errors: ['not_found'],
  }),
}

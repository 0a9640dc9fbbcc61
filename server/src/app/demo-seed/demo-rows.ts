import { freeOrderPrefix, starNumbers } from '@virtual-courses/contract'
import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import { newId } from '#core/new-id.ts'
import type {
  CaptionTextsTable,
  CourseSectionsTable,
  CoursesTable,
  EnrolmentsTable,
  LectureAttachmentsTable,
  LectureCaptionsTable,
  LectureProgressTable,
  LecturesTable,
  OrdersTable,
  ReviewsTable,
} from '#db/schema.ts'
import type { DemoMedia } from './demo-media.ts'

type Demo = typeof demoData
type Ids = ReadonlyMap<string, string>

/** Returns the time a number of days before another. */
export const daysBefore = (time: Date, days: number): Date => new Date(time.getTime() - days * 24 * 3600 * 1000)

export const of = (ids: Ids, key: string): string => {
  const id = ids.get(key)
  if (id === undefined) throw new Error(`The demo names "${key}", which it does not define`)
  return id
}

/** Returns the courses of the demo with their counters. */
export function courseRows(demo: Demo, users: Ids, media: DemoMedia, now: Date): Insertable<CoursesTable>[] {
  return demo.courses.map((course) => {
    const ratings = demo.reviews.filter((review) => review.course === course.key).map((review) => review.rating)
    const time = daysBefore(now, course.createdDaysAgo)
    return {
      id: newId(),
      creator_id: of(users, course.educator),
      title: course.title,
      sub_title: course.subTitle,
      description: course.description,
      ...demo.points[course.key],
      category: course.category,
      level: course.level,
      price_paise: Math.round(course.priceRupees * 100),
      thumbnail_id: of(media.thumbnails, course.key),
      is_published: course.published,
      grants_certificate: course.certificate ?? false,
      rating_sum: ratings.reduce((sum, rating) => sum + rating, 0),
      rating_count: ratings.length,
      rating_counts: starNumbers.map((stars) => ratings.filter((rating) => rating === stars).length),
      lecture_count: course.lectures.length,
      enrolment_count: demo.enrolments.filter((enrolment) => enrolment.course === course.key).length,
      created_at: time,
      updated_at: time,
    }
  })
}

export const sectionRows = (demo: Demo, courses: Ids, now: Date): Insertable<CourseSectionsTable>[] =>
  demo.courses.flatMap(({ key, createdDaysAgo, sections = [] }) =>
    sections.map(([title], index) => ({
      id: newId(),
      course_id: of(courses, key),
      position: index + 1,
      title,
      created_at: daysBefore(now, createdDaysAgo),
    })),
  )

type InCourse = { id: string; course_id: string }

/** Returns the lectures in the order of the demo. */
export function lectureRows(
  demo: Demo,
  { courses, sections, media, now }: { courses: Ids; sections: readonly InCourse[]; media: DemoMedia; now: Date },
): Insertable<LecturesTable>[] {
  return demo.courses.flatMap((course) => {
    const courseId = of(courses, course.key)
    const own = sections.filter(({ course_id }) => course_id === courseId)
    const places = (course.sections ?? []).flatMap(([, count], index) => Array<number>(count).fill(index))
    return course.lectures.map((lecture, index) => ({
      id: newId(),
      course_id: courseId,
      position: index + 1,
      section_id: own[places[index] ?? -1]?.id ?? null,
      title: lecture.title,
      kind: lecture.quiz ? ('quiz' as const) : ('lecture' as const),
      description: lecture.description ?? '',
      body: lecture.text ?? '',
      is_preview_free: lecture.preview ?? false,
      video_id: lecture.video === undefined ? null : of(media.videos, lecture.video),
      created_at: daysBefore(now, course.createdDaysAgo),
    }))
  })
}

/** Returns the files of the lectures, which must be in the order of the demo. */
export function attachmentRows(
  demo: Demo,
  lectures: readonly { id: string }[],
  media: DemoMedia,
  now: Date,
): Insertable<LectureAttachmentsTable>[] {
  const all = demo.courses.flatMap((course) => course.lectures)
  return lectures.flatMap(({ id }, index) =>
    (all[index]?.files ?? []).map((name) => ({
      id: newId(),
      lecture_id: id,
      file_id: of(media.files, name),
      name,
      created_at: now,
    })),
  )
}

/**
 * Returns the captions of the lectures, which must be in the order of the demo. Lectures of one educator that share a video share their
 * texts, as copies do, so that a search shows what is said in it once.
 */
export function captionRows(
  demo: Demo,
  lectures: readonly InCourse[],
  { owners, media, now }: { owners: ReadonlyMap<string, string>; media: DemoMedia; now: Date },
): { captions: Insertable<LectureCaptionsTable>[]; texts: Insertable<CaptionTextsTable>[] } {
  const videos = demo.courses.flatMap((course) => course.lectures.map((lecture) => lecture.video))
  const texts = new Map<string, Insertable<CaptionTextsTable>>()
  const captions = lectures.flatMap(({ id, course_id }, index) => {
    const video = videos[index]
    if (video === undefined) return []
    const owner = of(owners, course_id)
    return (media.captions.get(video) ?? []).map(({ language, label, vtt }) => {
      const key = `${owner} ${video} ${language}`
      const text = texts.get(key) ?? { id: newId(), owner_id: owner, vtt }
      texts.set(key, text)
      return { lecture_id: id, language, label, text_id: text.id, updated_at: now }
    })
  })
  return { captions, texts: [...texts.values()] }
}

/** Returns the progress in each watched lecture, ten minutes apart. */
export function progressRows(
  demo: Demo,
  { users, courses, lectures, now }: { users: Ids; courses: Ids; lectures: readonly InCourse[]; now: Date },
): Insertable<LectureProgressTable>[] {
  return demo.progress.flatMap(({ course, student, completed, seconds, daysAgo }) => {
    const lengths = demo.courses.find(({ key }) => key === course)?.lectures ?? []
    const watched = lectures.filter((lecture) => lecture.course_id === of(courses, course))
    return watched.slice(0, completed + (seconds > 0 ? 1 : 0)).map(({ id }, index) => {
      const time = new Date(daysBefore(now, daysAgo).getTime() + index * 600_000)
      const done = index < completed
      return {
        user_id: of(users, student),
        lecture_id: id,
        seconds: done ? (lengths[index]?.seconds ?? 0) : seconds,
        completed_at: done ? time : null,
        watched_at: time,
        updated_at: time,
      }
    })
  })
}

/** Random letters and digits as providers use them in their ids. */
const providerId = (prefix: string): string => `${prefix}_${newId().slice(0, 14)}`

/** Minutes between the click on "Enroll Now" and the payment. */
const checkoutMs = 3 * 60_000

/** Returns an order for each enrolment: paid at the price of the course, or the order of a free course. */
export function orderRows(demo: Demo, users: Ids, courses: Ids, now: Date) {
  const prices = new Map(demo.courses.map((course) => [course.key, Math.round(course.priceRupees * 100)]))
  return demo.enrolments.map((enrolment) => {
    const amount = prices.get(enrolment.course) ?? 0
    const settled = daysBefore(now, enrolment.daysAgo)
    const order = {
      user_id: of(users, enrolment.student),
      course_id: of(courses, enrolment.course),
      amount_paise: amount,
      list_paise: amount,
      status: 'paid' as const,
      settled_at: settled,
      sold_at: settled,
    }
    return amount === 0
      ? { ...order, id: `${freeOrderPrefix}${newId()}`, provider_order_id: null, payment_id: null, created_at: settled }
      : {
          ...order,
          id: newId(),
          provider_order_id: providerId('order'),
          payment_id: providerId('pay'),
          created_at: new Date(settled.getTime() - checkoutMs),
        }
  }) satisfies Insertable<OrdersTable>[]
}

/** Returns what the orders of the demo sold: each one course, whose educator gets the price. */
export const orderItemRows = (
  orders: ReturnType<typeof orderRows>,
  courses: readonly { id: string; creator_id: string }[],
) => {
  const educators = new Map(courses.map(({ id, creator_id }) => [id, creator_id]))
  return orders.map(({ id, course_id, list_paise, amount_paise, sold_at }) => ({
    order_id: id,
    course_id,
    educator_id: educators.get(course_id) ?? '',
    list_paise,
    amount_paise,
    sold_at,
  }))
}

/** Returns the enrolments that the orders of the demo paid for. */
export const enrolmentRows = (orders: ReturnType<typeof orderRows>): Insertable<EnrolmentsTable>[] =>
  orders.map(({ id, user_id, course_id, amount_paise, settled_at }) => ({
    user_id,
    course_id,
    order_id: id,
    amount_paise,
    created_at: settled_at,
  }))

export const reviewRows = (demo: Demo, users: Ids, courses: Ids, now: Date): Insertable<ReviewsTable>[] =>
  demo.reviews.map((review) => ({
    id: newId(),
    course_id: of(courses, review.course),
    user_id: of(users, review.student),
    rating: review.rating,
    comment: review.comment,
    created_at: daysBefore(now, review.daysAgo),
    ...(review.reply !== undefined && { reply: review.reply, replied_at: daysBefore(now, review.daysAgo - 1) }),
  }))

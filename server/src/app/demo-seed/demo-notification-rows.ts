import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { LecturesTable, NotificationsTable, ReviewsTable, WishlistItemsTable } from '#db/schema.ts'
import { keys, links, sentences } from '#features/notifications/index.ts'
import { daysBefore, of } from './demo-rows.ts'

type Demo = typeof demoData
type Ids = ReadonlyMap<string, string>
type Row = Insertable<NotificationsTable>

/** Rows that were made before; reviews in the order of the demo's. */
type Made = {
  users: Ids
  courses: Ids
  lectures: readonly Insertable<LecturesTable>[]
  reviews: readonly Insertable<ReviewsTable>[]
}

/** The educator of a course is told of enrolments and reviews that are not older. */
const educatorDays = 30

export const wishRows = (demo: Demo, users: Ids, courses: Ids, now: Date): Insertable<WishlistItemsTable>[] =>
  demo.wishes.map((wish) => ({
    user_id: of(users, wish.student),
    course_id: of(courses, wish.course),
    created_at: daysBefore(now, wish.daysAgo),
  }))

/** What the main student and the main educator would have been told, had all this happened here. */
export function notificationRows(demo: Demo, made: Made, now: Date): Row[] {
  const [student, educator] = demo.users
  if (!student || !educator) throw new Error('The demo has no people')
  const names = new Map(demo.users.map(({ key, name }) => [key, name]))
  const courses = new Map(demo.courses.map((course) => [course.key, course]))
  const courseOf = (key: string) => ({ id: of(made.courses, key), title: courses.get(key)?.title ?? '' })
  const row = (to: string, eventKey: string, message: string, link: string, daysAgo: number): Row => ({
    id: newId(),
    user_id: of(made.users, to),
    event_key: eventKey,
    message,
    link,
    created_at: daysBefore(now, daysAgo),
    read_at: daysAgo < demo.newsUnreadDays ? null : daysBefore(now, daysAgo - 1),
  })
  const isTaught = (key: string): boolean => courses.get(key)?.educator === educator.key

  const enrolments = demo.enrolments.flatMap(({ course: key, student: who, daysAgo }) => {
    const course = courseOf(key)
    if (who === student.key) {
      const link = links.playerPage(course.id)
      return [row(who, keys.enrolledKey(course.id), sentences.enrolled(course.title), link, daysAgo)]
    }
    if (!isTaught(key) || daysAgo > educatorDays) return []
    const eventKey = keys.enrolmentKey(course.id, of(made.users, who))
    const message = sentences.studentEnrolled(names.get(who) ?? '', course.title)
    return [row(educator.key, eventKey, message, links.coursePage(course.id), daysAgo)]
  })
  const reviews = demo.reviews.flatMap(({ course: key, student: who, rating, daysAgo }, index) => {
    if (!isTaught(key) || daysAgo > educatorDays) return []
    const course = courseOf(key)
    const message = sentences.newReview(names.get(who) ?? '', course.title, rating)
    const eventKey = keys.reviewKey(made.reviews[index]?.id ?? '')
    return [row(educator.key, eventKey, message, links.coursePage(course.id), daysAgo)]
  })
  const news = demo.news.map((one) => {
    const course = courseOf(one.course)
    if (one.kind === 'price') {
      const paise = (rupees: number) => Math.round(rupees * 100)
      const now = paise(courses.get(one.course)?.priceRupees ?? 0)
      const message = sentences.priceDrop(course.title, paise(one.wasRupees), now)
      return row(student.key, keys.priceKey(`demo ${course.id}`), message, links.coursePage(course.id), one.daysAgo)
    }
    const lecture = made.lectures.find(({ course_id, position }) => course_id === course.id && position === one.place)
    if (!lecture) throw new Error(`The demo tells of lecture ${one.place} of "${one.course}", which is not there`)
    const message = sentences.newLecture(course.title, lecture.title)
    return row(student.key, keys.lectureKey(lecture.id), message, links.playerPage(course.id, lecture.id), one.daysAgo)
  })
  return [...enrolments, ...reviews, ...news]
}

import type { demo as demoData } from '@virtual-courses/demo/index'
import type { Insertable } from 'kysely'
import { newId } from '#core/new-id.ts'
import type { LecturesTable, NotificationsTable, WishlistItemsTable } from '#db/schema.ts'
import { type Content, keys } from '#features/notifications/index.ts'
import { daysBefore, of } from './demo-rows.ts'

type Demo = typeof demoData
type Ids = ReadonlyMap<string, string>
type Row = Insertable<NotificationsTable>

/** Rows that are already created. */
type CreatedRows = {
  users: Ids
  courses: Ids
  lectures: readonly Insertable<LecturesTable>[]
}

/** Maximum age in days of enrolments and reviews that the educator is notified of. */
const educatorDays = 30

export const wishlistRows = (demo: Demo, users: Ids, courses: Ids, now: Date): Insertable<WishlistItemsTable>[] =>
  demo.wishlistItems.map((wishlistItem) => ({
    user_id: of(users, wishlistItem.student),
    course_id: of(courses, wishlistItem.course),
    created_at: daysBefore(now, wishlistItem.daysAgo),
  }))

/** Returns the notifications of the main student and the main educator about the events of the demo. */
export function notificationRows(demo: Demo, created: CreatedRows, now: Date): Row[] {
  const [student, educator] = demo.users
  if (!student || !educator) throw new Error('The demo has no users')
  const names = new Map(demo.users.map(({ key, name }) => [key, name]))
  const courses = new Map(demo.courses.map((course) => [course.key, course]))
  const courseOf = (key: string) => ({ courseId: of(created.courses, key), course: courses.get(key)?.title ?? '' })
  const row = (to: string, eventKey: string, { kind, params }: Content, daysAgo: number): Row => ({
    id: newId(),
    user_id: of(created.users, to),
    event_key: eventKey,
    kind,
    params: JSON.stringify(params),
    created_at: daysBefore(now, daysAgo),
    read_at: daysAgo < demo.unreadDays ? null : daysBefore(now, daysAgo - 1),
  })
  const isTaught = (key: string): boolean => courses.get(key)?.educator === educator.key

  const enrolments = demo.enrolments.flatMap(({ course: key, student: who, daysAgo }) => {
    const course = courseOf(key)
    const kind = 'student-enrolled'
    if (who === student.key)
      return [row(who, keys.enrolledKey(course.courseId), { kind, params: { ...course, student: null } }, daysAgo)]
    if (!isTaught(key) || daysAgo > educatorDays) return []
    const eventKey = keys.enrolmentKey(course.courseId, of(created.users, who))
    const params = { ...course, student: names.get(who) ?? '' }
    return [row(educator.key, eventKey, { kind, params }, daysAgo)]
  })
  const reviews = demo.reviews.flatMap(({ course: key, student: who, rating, daysAgo }) => {
    if (!isTaught(key) || daysAgo > educatorDays) return []
    const course = courseOf(key)
    const params = { ...course, student: names.get(who) ?? '', stars: rating }
    const eventKey = keys.reviewKey(course.courseId, of(created.users, who))
    return [row(educator.key, eventKey, { kind: 'course-reviewed', params }, daysAgo)]
  })
  const activity = demo.activity.map((one) => {
    const course = courseOf(one.course)
    if (one.kind === 'price') {
      const paise = (rupees: number) => Math.round(rupees * 100)
      const to = paise(courses.get(one.course)?.priceRupees ?? 0)
      const params = { ...course, from: paise(one.wasRupees), to }
      const eventKey = keys.priceKey(`demo ${course.courseId}`)
      return row(student.key, eventKey, { kind: 'price-dropped', params }, one.daysAgo)
    }
    const lecture = created.lectures.find(
      ({ course_id, position }) => course_id === course.courseId && position === one.place,
    )
    if (!lecture) throw new Error(`The demo names lecture ${one.place} of "${one.course}", which does not exist`)
    const params = { ...course, lectureId: lecture.id, lecture: lecture.title }
    return row(student.key, keys.lectureKey(lecture.id), { kind: 'lecture-added', params }, one.daysAgo)
  })
  return [...enrolments, ...reviews, ...activity]
}

import { api } from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'
import { makeCourse, makeLecture } from './make-course.ts'
import { buy } from './sales/pay.ts'

/** A course with lectures that grants a certificate. */
export async function makeGrantingCourse(educator: TestUser, title = 'Weaving', lectures = 1): Promise<string> {
  const { _id: courseId } = await makeCourse(educator, { title, price: 499 })
  for (let at = 0; at < lectures; at++) await makeLecture(educator, courseId, `Lecture ${at + 1}`)
  await educator.call(api.courses.edit, { params: { courseId }, body: { certificate: 'true' } })
  return courseId
}

/** Ticks all lectures of a course. */
export async function complete(student: TestUser, courseId: string): Promise<void> {
  const { lectures } = await student.call(api.courses.get, { params: { courseId } })
  for (const { _id: lectureId } of lectures)
    await student.call(api.learning.report, { params: { lectureId }, body: { completed: true } })
}

/** A student who has bought and completed a course, and has its certificate. */
export async function graduate(app: TestApp, courseId: string, name = 'Asha Rao') {
  const student = await app.makeUser('student', name)
  await buy(student, courseId)
  await complete(student, courseId)
  const { certificate } = await student.call(api.certificates.claim, { params: { courseId } })
  return { student, certificate, serial: certificate.serial }
}

export const lookUp = (as: Pick<TestUser, 'call'> | { call: TestApp['visitor'] }, serial: string) =>
  as.call(api.certificates.read, { params: { serial } })

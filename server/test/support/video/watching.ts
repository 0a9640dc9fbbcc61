import { api, type Course, type Lecture } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { addUpViews } from '#features/learning/add-up-views.ts'
import type { TestApp, TestUser } from '../create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '../make-course.ts'
import { buy } from '../sales/pay.ts'

export type Shop = { course: Course; lecture: Lecture; lectureId: string; videoId: string }

/** What tests of watching do in the app of a test file: courses with one lecture, students, reports and what is read of them. */
export function watchingIn(world: () => { app: TestApp; educator: TestUser }) {
  /** The id of the present video of a lecture, as the page of the course has it. */
  async function videoOf(courseId: string, lectureId: string): Promise<string> {
    const { lectures } = await world().educator.call(api.courses.get, { params: { courseId } })
    return lectures.find(({ _id }) => _id === lectureId)?.videoId ?? ''
  }

  /** A free course with one lecture, whose video is said to have this length. */
  async function open(duration = 100, lectureTitle = 'First steps'): Promise<Shop> {
    const course = await makeCourse(world().educator, { price: 0 })
    const lecture = await makeLecture(world().educator, course._id, lectureTitle)
    await uploadVideo(world().educator, lecture._id)
    const videoId = await videoOf(course._id, lecture._id)
    await sql`update videos set duration_seconds = ${duration} where id = ${videoId}`.execute(world().app.deps.db)
    return { course, lecture, lectureId: lecture._id, videoId }
  }

  /** New students of a course, who had time to watch it. */
  async function enrol({ course }: Shop, count = 1): Promise<TestUser[]> {
    const students = []
    for (let at = 0; at < count; at++) {
      const student = await world().app.makeUser()
      await buy(student, course._id)
      students.push(student)
    }
    world().app.clock.ms += 3_600_000
    return students
  }
  const one = async (shop: Shop): Promise<TestUser> => (await enrol(shop))[0] as TestUser

  let reports = 0
  const nextId = () => (++reports).toString(16).padStart(16, '0')

  const watch = async (user: TestUser, shop: Shop, intervals: [number, number][], id = nextId()): Promise<number> =>
    (
      await user.call(api.learning.watched, {
        params: { lectureId: shop.lectureId },
        body: { id, videoId: shop.videoId, intervals },
      })
    ).counted

  const addUp = () => addUpViews(world().app.deps)
  const courseInsight = ({ course }: Shop) =>
    world().educator.call(api.insight.course, { params: { courseId: course._id } })
  const lectureInsight = ({ lectureId }: Shop) => world().educator.call(api.insight.lecture, { params: { lectureId } })
  const viewOf = (user: TestUser, { lectureId }: Shop) =>
    world()
      .app.deps.db.selectFrom('lecture_views')
      .selectAll()
      .where('user_id', '=', user.user._id)
      .where('lecture_id', '=', lectureId)
      .executeTakeFirst()
  return { open, enrol, one, watch, addUp, courseInsight, lectureInsight, viewOf, videoOf }
}

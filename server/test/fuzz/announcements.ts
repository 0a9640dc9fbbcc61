import { randomBytes } from 'node:crypto'
import type { World } from './world.ts'

/** An educator announces, edits and deletes; a student reads and reports, and an admin keeps one and deletes another. */
export async function announce(world: World, { courseId }: { courseId: string }) {
  const { call } = world
  const make = async () => {
    const body = { key: randomBytes(12).toString('hex'), title: 'No class', text: 'We **meet** on Monday' }
    const made = await call('announcements.make', 'educator', { path: { courseId }, body })
    return { path: { announcementId: String((made?.announcement as { _id?: string } | undefined)?._id ?? '') } }
  }
  const first = await make()
  await call('announcements.edit', 'educator', { ...first, body: { title: 'A class', text: 'On Friday' } })
  await call('announcements.ofCourse', 'student', { path: { courseId }, query: { limit: 5 } })
  await call('announcements.read', 'student', first)
  await call('announcements.report', 'student', { ...first, body: { reason: 'spam', text: 'An advert' } })
  await call('announcements.keepByAdmin', 'admin', first)
  await call('announcements.remove', 'educator', first)
  await call('announcements.removeByAdmin', 'admin', { ...(await make()), body: { reason: 'A reason' } })
}

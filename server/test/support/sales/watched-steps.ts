import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { api, type Course, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { diskStorage } from '#adapters/storage/disk.ts'
import { createTestApp, type TestApp, type TestUser } from '../create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from '../make-course.ts'
import { makeStream } from '../video/make-stream.ts'
import { paymentKeys } from './pay.ts'

/** A site of the file's own whose media are in a folder; for each test a student and a course of an educator. */
export type WatchedSite = { app: TestApp; folder: string; educator: TestUser; student: TestUser; course: Course }

/** Opens the site before the tests of a file and closes it after them. What is returned is filled by then. */
export function useWatchedSite() {
  const site = {} as WatchedSite // filled by the hooks, before anything reads it
  beforeAll(async () => {
    site.folder = await mkdtemp(join(tmpdir(), 'vc-watched-'))
    site.app = await createTestApp({ config: paymentKeys, overrides: { storage: diskStorage(site.folder) } })
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    site.educator = await site.app.makeUser('educator')
  })
  beforeEach(async () => {
    site.student = await site.app.makeUser()
    site.course = await makeCourse(site.educator, { price: 999 })
  })
  afterAll(async () => {
    await site.app.close()
    rmSync(site.folder, { recursive: true })
  })
  const purchase = async (who = site.student) => {
    const [order] = (await who.call(api.orders.list, { query: {} })).orders
    if (!order) throw new Error('there is no order')
    return order
  }
  return {
    site,
    purchase,
    /** Percent of what was bought that the student has watched. */
    watched: async (who = site.student) => (await purchase(who)).refund.watchedPercent,
    refund: async (who = site.student) =>
      who.call(api.orders.refund, { params: { orderId: (await purchase(who))._id } }),
    /** A lecture with a video of 10,000 s, so that what a player loads ahead is less than a hundredth; its stream has three segments of 99,000 bytes after 1,000. */
    async videoLecture(seconds = 10_000): Promise<Lecture> {
      const { app, educator, course } = site
      const lecture = await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
      const { videoId } = await makeStream(app, lecture._id)
      await app.deps.db.updateTable('videos').set({ duration_seconds: seconds }).where('id', '=', videoId).execute()
      return lecture
    },
  }
}

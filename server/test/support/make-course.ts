import { readFileSync } from 'node:fs'
import { api, type Course, type Lecture } from '@virtual-courses/contract'
import type { TestUser } from './create-test-app.ts'

/** A published course of an educator. `price` in rupees. */
export async function makeCourse(
  educator: TestUser,
  changes: { title?: string; price?: number; published?: boolean } = {},
): Promise<Course> {
  const { title = 'A course about tests', price = 499, published = true } = changes
  const { _id } = await educator.call(api.courses.create, { body: { title, category: 'Web Development' } })
  return educator.call(api.courses.edit, {
    params: { courseId: _id },
    body: {
      subTitle: 'Short and clear',
      description: 'What it says.',
      level: 'Beginner',
      price: String(price),
      isPublished: String(published) as 'true' | 'false',
    },
  })
}

/** Adds a lecture without a video. */
export async function makeLecture(
  educator: TestUser,
  courseId: string,
  lectureTitle = 'First steps',
): Promise<Lecture> {
  const { lecture } = await educator.call(api.lectures.create, { params: { courseId }, body: { lectureTitle } })
  return lecture
}

/** A lecture as lists of courses show it: without captions. */
export function asListed({ captions: _, videoId: __, ...lecture }: Lecture): Lecture {
  return lecture
}

/** A small playable MP4 (H.264, AAC). */
export const smallVideo = (): Blob =>
  new Blob([new Uint8Array(readFileSync(new URL('../fixtures/small.mp4', import.meta.url)))], { type: 'video/mp4' })

/** Gives a lecture its video. */
export async function uploadVideo(educator: TestUser, lectureId: string, isPreviewFree = false): Promise<Lecture> {
  const { lecture } = await educator.call(api.lectures.edit, {
    params: { lectureId },
    body: { isPreviewFree: String(isPreviewFree) as 'true' | 'false' },
    files: { videoUrl: smallVideo() },
  })
  return lecture
}

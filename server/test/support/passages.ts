import { api } from '@virtual-courses/contract'
import type { TestApp, TestUser } from './create-test-app.ts'
import { makeCourse, makeLecture, uploadVideo } from './make-course.ts'
import { runJobs } from './run-jobs.ts'

/** Seconds as WebVTT writes them. */
const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 23)

/** Captions that say these sentences, each for ten seconds. */
export const captionsOf = (sentences: readonly string[]): string =>
  `WEBVTT\n\n${sentences.map((one, at) => `${timeOf(at * 10)} --> ${timeOf(at * 10 + 9.9)}\n${one}\n`).join('\n')}`

/** Runs the jobs that make passages. A search that comes next finds the index loaded. */
export async function makeAllPassages(app: TestApp): Promise<unknown[]> {
  await app.deps.searchIndex.generation()
  return runJobs(app, 'make-passages')
}

/** Gives a lecture captions. */
export const say = (educator: TestUser, lectureId: string, sentences: readonly string[], language = 'en') =>
  educator.call(api.lectures.setCaptions, { params: { lectureId }, body: { language, text: captionsOf(sentences) } })

/** A published course whose one lecture says these sentences, with passages. */
export async function makeSpokenCourse(
  app: TestApp,
  educator: TestUser,
  sentences: readonly string[],
  { title = 'First steps', price = 499, isPreviewFree = false } = {},
): Promise<{ courseId: string; lectureId: string }> {
  const { _id: courseId } = await makeCourse(educator, { price })
  const { _id: lectureId } = await makeLecture(educator, courseId, title)
  await uploadVideo(educator, lectureId, isPreviewFree)
  await say(educator, lectureId, sentences)
  await makeAllPassages(app)
  return { courseId, lectureId }
}

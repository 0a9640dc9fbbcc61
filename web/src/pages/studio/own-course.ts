import { api as calls, earlySentences, type Viewer } from '@virtual-courses/contract'
import { data } from 'react-router'
import type { PageProblem, Reading } from '#app/loaders.ts'
import { isCaptionLanguage } from '#features/studio/captions/caption-languages.ts'

const missing = () => {
  const problem: PageProblem = { message: earlySentences.not_found }
  return data(problem, { status: 404, statusText: 'not_found' })
}

/** Returns a course of the current user. Throws a 404 response for a course of someone else, as for one that does not exist. */
export async function ownCourse({ api, params, viewer }: Reading<{ courseId: string }, Viewer>) {
  const course = await api(calls.courses.get, { params: { courseId: params.courseId } })
  if (course.creator !== viewer._id) throw missing()
  return course
}

/** Returns a course of the current user and one of its lectures with its texts. */
export async function ownLecture(reading: Reading<{ courseId: string; lectureId: string }, Viewer>) {
  const course = await ownCourse(reading)
  const lecture = course.lectures.find((one) => one._id === reading.params.lectureId)
  if (!lecture) throw missing()
  const content = await reading.api(calls.lectures.content, { params: { lectureId: lecture._id } })
  if (!content.editing) throw missing()
  return { course, lecture, content: { ...content, editing: content.editing } }
}

/** Returns a lecture as `ownLecture` does, with a language of captions that it has or may get. */
export async function ownLectureCaptions(
  reading: Reading<{ courseId: string; lectureId: string; language: string }, Viewer>,
) {
  const { course, lecture } = await ownLecture(reading)
  const { language } = reading.params
  const existing = lecture.captions?.find((one) => one.language === language)
  if (lecture.videoUrl === '' || !(existing || isCaptionLanguage(language))) throw missing()
  return { course, lecture, language, label: existing?.label ?? null }
}

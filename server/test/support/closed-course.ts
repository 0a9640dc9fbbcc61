import { api } from '@virtual-courses/contract'
import { makeAssignment, write } from './assignments.ts'
import type { TestApp } from './create-test-app.ts'
import { openTab } from './live/live-room.ts'
import { makeCourse, makeLecture, uploadVideo } from './make-course.ts'
import { setOpening } from './openings.ts'
import { answer, askAbout, newKey } from './questions.ts'
import { begin, everyKind, makeChecked, setQuiz, type TestQuiz } from './quiz.ts'
import { buy } from './sales/pay.ts'
import { fetchesOf } from './video/fetch-media.ts'
import { makeStream } from './video/make-stream.ts'

/** In all texts and files that belong to closed lectures, and nowhere else. */
export const marker = 'ZQ7CLOSED'

/** A file that has the marker. */
export const markedPdf = () =>
  new Blob([`%PDF-1.4\n%${marker}\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF`], { type: 'application/pdf' })

/** A course with a video, its captions, file, text, questions and live room, a quiz and an assignment; all of it is closed to `student`. */
export async function makeClosedCourse(app: TestApp, address: string) {
  const { addressFor } = fetchesOf(() => app)
  const educator = await app.makeUser('educator')
  const courseId = (await makeCourse(educator, { title: 'Sailing', price: 499 }))._id
  const lecture = await makeLecture(educator, courseId, 'Sails')
  await uploadVideo(educator, lecture._id)
  const stream = await makeStream(app, lecture._id)
  const params = { lectureId: lecture._id }
  await educator.call(api.lectures.edit, {
    params,
    body: { description: `About ${marker}`, text: `Read ${marker}` },
    files: {},
  })
  const vtt = `WEBVTT\n\n00:00.000 --> 00:01.000\nHear ${marker}\n`
  await educator.call(api.lectures.setCaptions, { params, body: { language: 'en', text: vtt } })
  const { attachments } = await educator.call(api.lectures.attach, { params, body: {}, files: { file: markedPdf() } })
  const { lecture: quizEntry } = await educator.call(api.quizzes.create, {
    params: { courseId },
    body: { title: 'Knots' },
  })
  const question = { ...everyKind.truth, prompt: `Is it ${marker}?`, explanation: `As ${marker} says` }
  const made = await educator.call(api.quizBank.create, { params: { courseId }, body: { question } })
  const quiz: TestQuiz = { educator, courseId, lectureId: quizEntry._id, questionIds: [made.question._id] }
  const parts = quiz.questionIds.map((questionId) => ({ kind: 'question' as const, questionId }))
  await setQuiz(quiz, { intro: `Intro ${marker}`, parts })
  const video = await makeChecked(quiz)
  await educator.call(api.videoChecks.save, {
    params,
    body: { checks: [{ questionId: made.question._id, second: 1, maySkip: false, tries: 3 }] },
  })
  const assignment = await makeAssignment(educator, courseId, { task: `Do ${marker}` })
  const asked = await askAbout(educator, lecture._id, { title: `Why ${marker}?`, text: `Because ${marker}` })
  const answered = await answer(educator, asked._id, `So ${marker}`)
  const live = (await makeLecture(educator, courseId, 'A session'))._id
  const { roomId } = await educator.call(api.live.start, { params: { lectureId: live } })
  const teacher = await openTab(address, educator)
  await teacher.enter(roomId)
  await teacher.write(roomId, `Said ${marker}`)

  const [early, student] = [await app.makeUser(), await app.makeUser()]
  for (const one of [early, student]) await buy(one, courseId)
  // another student has begun all of it
  const attempt = await begin(early, quiz)
  await write(early, assignment._id, `Mine ${marker}`)
  const { files } = await early.call(api.assignments.addFile, {
    params: { lectureId: assignment._id },
    body: {},
    files: { file: markedPdf() },
  })
  const noteId = newKey()
  const place = { kind: 'video' as const, second: 1, videoId: stream.videoId }
  const note = { lectureId: lecture._id, place, text: `Note ${marker}`, revision: newKey(), base: null, attempts: [] }
  await early.call(api.notes.save, { params: { noteId }, body: note })
  await early.call(api.lectures.content, { params })
  const token = new URL(await addressFor(early, lecture), 'http://x').searchParams.get('token') ?? ''
  const closed = [lecture._id, video.lectureId, quiz.lectureId, assignment._id, live]
  for (const lectureId of closed) await setOpening(educator, courseId, lectureId, { kind: 'days', days: 3 })
  return {
    educator,
    early,
    student,
    courseId,
    lecture,
    roomId,
    teacher,
    quiz,
    assignmentId: assignment._id,
    live,
    ids: {
      courseId,
      lectureId: lecture._id,
      attemptId: attempt._id,
      fileId: files[0]?._id ?? '',
      attachmentId: attachments[0]?._id ?? '',
      questionId: asked._id,
      postId: answered._id,
      noteId,
      streamId: stream.streamId,
      token,
    } as Record<string, string>,
    checked: made.question._id,
    file: attachments[0]?._id ?? '',
  }
}

import { api, messageOf } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { newId } from '#core/new-id.ts'
import { createTestApp, type TestApp } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { type LiveClass, makeClass } from '#test/support/live/live-room.ts'
import { makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'

/** languages in which the transcriber was asked */
let recognised: string[]
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    config: { TRANSCRIBER_DAILY_MINUTES: 60 },
    overrides: {
      audio: { extract: async () => new Uint8Array(100) },
      transcriber: {
        host: 'speech.example',
        async transcribe(_, { language }) {
          recognised.push(language)
          return [{ start: 0, end: 1, text: 'Welcome' }]
        },
      },
    },
  })
})
beforeEach(() => {
  recognised = []
})
afterAll(() => app.close())

type Recorded = LiveClass & { recordingId: string }

/** A class with a recording whose draft has so many seconds. */
async function makeRecorded(seconds = 60): Promise<Recorded> {
  const { db, clock } = app.deps
  const made = await makeClass(app, 0)
  const { educator, course, lecture } = made
  const owner = educator.user._id
  await uploadVideo(educator, (await makeLecture(educator, course._id))._id)
  const { id: videoId } = await db
    .updateTable('videos')
    .set({ duration_seconds: seconds })
    .where('owner_id', '=', owner)
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const recordingId = newId()
  await db
    .insertInto('live_recordings')
    .values({
      ...{ id: recordingId, lecture_id: lecture._id, owner_id: owner, media_room: '1', state: 'ready', seconds },
      ...{ started_at: now, stopped_at: now, stopped_by: 'asked', ready_at: now, ended_at: now, video_id: videoId },
    })
    .execute()
  return { ...made, recordingId }
}
const adopt = ({ educator, recordingId }: Recorded, captions?: string) =>
  educator.call(api.recordings.use, { params: { recordingId }, body: { ...(captions && { captions }) } })
const lectureOf = async ({ educator, course, lecture }: LiveClass) => {
  const { lectures } = await educator.call(api.lectures.list, { params: { courseId: course._id } })
  return lectures.find(({ _id }) => _id === lecture._id) ?? expect.fail('no lecture')
}
const of = ({ lecture }: LiveClass) => ({ params: { lectureId: lecture._id } })
const transcribing = (made: LiveClass) => made.educator.call(api.transcriptions.read, of(made))

test('captions of a recording are made once, marked as made by a machine, however often it is used', async () => {
  const made = await makeRecorded()
  const first = await adopt(made, 'hi')
  expect(first.captionsProblem).toBeNull()
  expect((await transcribing(made)).transcription).toMatchObject({ state: 'waiting', language: 'hi' })
  expect((await adopt(made, 'hi')).captionsProblem).toBeNull()
  await runJobs(app, 'transcribe-part')
  expect((await lectureOf(made)).captions).toMatchObject([{ language: 'hi', source: 'machine' }])
  const { service } = await transcribing(made)
  // the reply was lost, and the browser asks again
  app.clock.ms += 1000
  expect(await adopt(made, 'hi')).toEqual(first)
  expect((await lectureOf(made)).captions).toHaveLength(1)
  expect([recognised, (await transcribing(made)).service]).toEqual([['hi'], service])
})

test('a recording whose lecture gets another video is a draft again, and can be used once more', async () => {
  const made = await makeRecorded()
  const { recording } = await adopt(made)
  expect(recording.usedAt).not.toBeNull()
  const read = async () => (await made.educator.call(api.recordings.list, of(made))).recordings
  expect(await read()).toEqual([recording])
  await uploadVideo(made.educator, made.lecture._id)
  await runJobs(app, 'remove-media')
  expect(await read()).toEqual([{ ...recording, usedAt: null }])
  expect((await adopt(made)).recording.usedAt).not.toBeNull()
  expect((await lectureOf(made)).videoUrl).not.toBe('')
})

test('none are made without being asked', async () => {
  const made = await makeRecorded()
  expect((await adopt(made)).captionsProblem).toBeNull()
  expect((await transcribing(made)).transcription).toBeNull()
})

test('they are made instead of those of the video before', async () => {
  const made = await makeRecorded()
  await uploadVideo(made.educator, made.lecture._id)
  await app.deps.db.updateTable('videos').set({ duration_seconds: 60 }).where('duration_seconds', 'is', null).execute()
  await made.educator.call(api.transcriptions.start, { ...of(made), body: { language: 'en' } })
  expect((await adopt(made, 'ta')).captionsProblem).toBeNull()
  await runJobs(app, 'transcribe-part')
  expect(recognised).toEqual(['ta'])
  expect((await lectureOf(made)).captions).toMatchObject([{ language: 'ta' }])
})

test('where they cannot be made it says why, and the lecture has its video', async () => {
  const long = await makeRecorded(61 * 60)
  const used = await adopt(long, 'en')
  expect(used.captionsProblem).toContain('60 minutes')
  expect(used.recording.usedAt).not.toBeNull()
  expect((await lectureOf(long)).videoUrl).not.toBe('')

  const off = await makeRecorded()
  const { transcriber } = app.deps
  app.deps.transcriber = null
  const silent = await adopt(off, 'en').finally(() => {
    app.deps.transcriber = transcriber
  })
  expect(silent.captionsProblem).toMatch(/^This site/)
  expect((await lectureOf(off)).videoUrl).not.toBe('')
  await expectProblem(adopt(off, 'no language'), 400, 'invalid_input')
  expect(recognised).toEqual([])
})

test('captions that are being made in another language are no answer to this one', async () => {
  const made = await makeRecorded()
  expect((await adopt(made, 'hi')).captionsProblem).toBeNull()
  expect((await adopt(made, 'ta')).captionsProblem).toBe(messageOf('transcription_runs'))
  expect((await transcribing(made)).transcription).toMatchObject({ language: 'hi' })
})

test('an error while they are started is said, and the lecture has its video', async () => {
  const made = await makeRecorded()
  const { limits } = app.deps
  const failing = vi.spyOn(limits.transcriptions, 'consume')
  failing.mockRejectedValueOnce(new Error('a fault')).mockRejectedValueOnce(new Error('Connection terminated'))
  expect((await adopt(made, 'en')).captionsProblem).toBe(messageOf('internal'))
  const used = await adopt(made, 'en')
  failing.mockRestore()
  expect(used.captionsProblem).toBe(messageOf('unavailable'))
  expect(used.recording.usedAt).not.toBeNull()
  expect((await lectureOf(made)).videoUrl).not.toBe('')
  expect((await adopt(made, 'en')).captionsProblem).toBeNull()
})

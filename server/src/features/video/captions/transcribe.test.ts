import { api, type Lecture } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { openaiCompatibleTranscriber } from '#adapters/transcriber/openai-compatible.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { AudioFailure } from '#ports/audio.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { isWhole } from '#test/support/in-all.ts'
import { makeCourse, makeLecture, uploadVideo } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { startTranscriptionServer, type TranscriptionServer } from '#test/support/services/transcription-server.ts'
import { readSpeech, spokenText } from '#test/support/video/speech.ts'

const apiKey = 'sk-transcribe-test-0001'
const minutes = { TRANSCRIBER_DAILY_MINUTES: 60, TRANSCRIBER_SITE_DAILY_MINUTES: 90 }
const limits: Limits = createLimits(memoryStore())

let app: TestApp
let service: TranscriptionServer
let educator: TestUser
let lecture: Lecture
/** parts of the sound that were requested, in seconds */
let parts: [from: number, seconds: number][]
let silent: boolean
/** second from which the sound cannot be read */
let broken: number
beforeAll(async () => {
  service = await startTranscriptionServer(apiKey)
  app = await createTestApp({
    config: minutes,
    overrides: {
      limits,
      transcriber: openaiCompatibleTranscriber({ baseUrl: service.url, model: 'whisper-1', apiKey }),
      audio: {
        extract: async ({ fromSeconds, seconds, form }) => {
          parts.push([fromSeconds, seconds])
          if (fromSeconds >= broken) throw new AudioFailure('ffmpeg ended as failed', false)
          if (form === 'pcm') return readSpeech()
          return silent ? null : new Uint8Array(100)
        },
      },
    },
  })
})
afterAll(async () => {
  await app.close()
  await service.close()
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  parts = []
  silent = false
  broken = Number.POSITIVE_INFINITY
  service.requests.length = 0
  recognises([[0, 2, 'Welcome']])
  app.clock.ms += 24 * 3600 * 1000
  educator = await app.makeUser('educator')
  lecture = await lectureOf(20)
})

async function lectureOf(lengthMinutes: number): Promise<Lecture> {
  const course = await makeCourse(educator)
  const made = await uploadVideo(educator, (await makeLecture(educator, course._id))._id, true)
  await setLength(lengthMinutes * 60, made)
  return made
}
async function setLength(seconds: number, of = lecture): Promise<void> {
  const video = app.deps.db.selectFrom('lectures').select('video_id').where('id', '=', of._id)
  await app.deps.db.updateTable('videos').set({ duration_seconds: seconds }).where('id', '=', video).execute()
}
function recognises(...answers: [number, number, string][][]): void {
  const behaviours = answers.map((lines) => ({
    kind: 'recognises' as const,
    lines: lines.map(([start, end, text]) => ({ start, end, text })),
  }))
  service.behaviours.splice(0, Infinity, ...behaviours)
}
const start = (
  body: { language: string; replace?: 'true' } = { language: 'en' },
  lectureId = lecture._id,
  user = educator,
) => user.call(api.transcriptions.start, { params: { lectureId }, body })
const align = (body: { text: string; replace?: 'true' }) =>
  educator.call(api.transcriptions.align, { params: { lectureId: lecture._id }, body })
const read = () => educator.call(api.transcriptions.read, { params: { lectureId: lecture._id } })
const stop = () => educator.call(api.transcriptions.stop, { params: { lectureId: lecture._id } })
const setCaptions = (text: string) =>
  educator.call(api.lectures.setCaptions, {
    params: { lectureId: lecture._id },
    body: { language: 'en', text: `WEBVTT\n\n00:00.000 --> 00:01.000\n${text}\n` },
  })
const vtt = async () => (await app.server.inject({ url: `/api/media/lectures/${lecture._id}/captions/en.vtt` })).body
async function work(): Promise<void> {
  while ((await runJobs(app, 'transcribe-part')).length > 0);
}

test('captions are made part after part, with progress, and are marked', async () => {
  const { service: offered, transcription } = await start({ language: 'EN' })
  expect(offered).toEqual({ host: new URL(service.url).host, minutesLeft: 40 })
  expect(transcription).toEqual({ kind: 'speech', language: 'en', state: 'waiting', percent: 0, problem: null })
  recognises(
    [
      [0, 4, 'Use <b> & go'],
      [590, 599.5, 'and then we'],
    ],
    [[1, 6, 'and then we stop']],
    [[0, 2, 'The end']],
  )
  await runJobs(app, 'transcribe-part')
  expect((await read()).transcription).toMatchObject({ state: 'running', percent: 49 })
  await work()
  const { transcription: done, lecture: now } = await read()
  expect(done).toEqual({ kind: 'speech', language: 'en', state: 'done', percent: 100, problem: null })
  expect(now.captions).toMatchObject([{ language: 'en', source: 'machine' }])
  // the line that was cut off at the end of the first part is recognised again from its beginning
  expect(parts).toEqual([
    [0, 600],
    [590, 600],
    [1190, 10],
  ])
  expect(await vtt()).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nUse &lt;b&gt; &amp; go\n\n00:09:51.000 --> 00:09:56.000\nand then we stop\n\n' +
      '00:19:50.000 --> 00:19:52.000\nThe end\n',
  )
})

test('existing captions are kept, unless they are to be replaced and have not changed', async () => {
  await setCaptions('by hand')
  await expectProblem(start(), 409, 'captions_exist')
  await start({ language: 'en', replace: 'true' })
  await setCaptions('by hand, better')
  await work()
  expect((await read()).transcription).toMatchObject({ state: 'failed', problem: expect.stringMatching(/were kept/) })
  expect(await vtt()).toContain('by hand, better')
  await start({ language: 'en', replace: 'true' })
  await work()
  expect(await vtt()).toContain('Welcome')
})

test('captions that are written meanwhile are kept', async () => {
  await start()
  await setCaptions('by hand')
  await work()
  expect((await read()).transcription?.state).toBe('failed')
  expect(await vtt()).toContain('by hand')
})

test('what was recognised in a replaced video is dropped', async () => {
  await start()
  await runJobs(app, 'transcribe-part')
  await uploadVideo(educator, lecture._id, true)
  await work()
  const { transcription, lecture: now } = await read()
  expect([transcription?.state, now.captions]).toEqual(['failed', []])
})

test('a request can be stopped, and the minutes that were not transcribed are returned', async () => {
  await start()
  expect((await read()).service?.minutesLeft).toBe(40)
  await expectProblem(start(), 409, 'transcription_runs')
  await runJobs(app, 'transcribe-part')
  const stopped = await stop()
  expect([stopped.transcription?.state, stopped.service?.minutesLeft]).toEqual(['canceled', 50])
  await work()
  expect(service.requests).toHaveLength(1)
  expect((await read()).lecture.captions).toEqual([])
  expect((await stop()).transcription?.state).toBe('canceled')
  await start()
})

test('a job that runs twice changes nothing, and one that was lost after the last part loses nothing', async () => {
  await start()
  const [job] = await runJobs(app, 'transcribe-part')
  await app.deps.db
    .updateTable('transcriptions')
    .set({ heard_seconds: 1200 })
    .where('lecture_id', '=', lecture._id)
    .execute()
  await work()
  expect((await read()).transcription?.state).toBe('done')
  const { transcribeNextPart } = await import('./transcribe-part.ts')
  await transcribeNextPart(app.deps, (job as { id: string }).id)
  expect((await read()).transcription?.state).toBe('done')
})

test('an unavailable service is retried later; one that refuses is not', async () => {
  await start()
  service.behaviours.splice(
    0,
    Infinity,
    { kind: 'is down' },
    { kind: 'recognises', lines: [{ start: 0, end: 1, text: 'Hello' }] },
  )
  await work()
  await work()
  expect((await read()).transcription?.state).toBe('done')
  const other = await lectureOf(5)
  await start({ language: 'en' }, other._id)
  service.behaviours.splice(0, Infinity, { kind: 'refuses' })
  await work()
  const failed = await educator.call(api.transcriptions.read, { params: { lectureId: other._id } })
  expect(failed.transcription).toMatchObject({ state: 'failed', problem: expect.stringMatching(/refused this video/) })
  expect(failed.service?.minutesLeft).toBe(40)
  expect(JSON.stringify([failed, app.logged])).not.toContain(apiKey)
})

test('a service that stays unavailable makes the request fail in the end', async () => {
  await start()
  service.behaviours.splice(0, Infinity, { kind: 'is down' })
  await work()
  expect(service.requests).toHaveLength(5)
  expect((await read()).transcription).toMatchObject({
    state: 'failed',
    problem: expect.stringMatching(/does not answer/),
  })
})

test('a video without sound, or without speech, is reported', async () => {
  silent = true
  await start()
  await work()
  expect((await read()).transcription?.problem).toMatch(/no sound/)
  silent = false
  recognises([])
  await start()
  await work()
  expect((await read()).transcription?.problem).toMatch(/No speech/)
})

test('unreadable sound in the middle is not silence: it is retried, then reported', async () => {
  await start()
  broken = 600
  await work()
  await work()
  expect(parts.filter(([from]) => from === 600)).toHaveLength(5)
  const { transcription, lecture: now, service: offered } = await read()
  expect(transcription).toMatchObject({ state: 'failed', problem: expect.stringMatching(/from minute 10 on/) })
  expect([now.captions, offered?.minutesLeft]).toEqual([[], 50])
})

test('a transcript is timed by this server, is marked as such, and uses no minutes', async () => {
  await setLength(21)
  const started = await align({ text: `${spokenText}\u0000` })
  expect(started).toMatchObject({ alignment: { missing: [] }, service: { minutesLeft: 60 } })
  expect(started.transcription).toMatchObject({ kind: 'transcript', language: 'en', state: 'waiting' })
  await expectProblem(start(), 409, 'transcription_runs')
  await work()
  const { transcription, lecture: now } = await read()
  expect(transcription).toMatchObject({ state: 'done', problem: null })
  expect(now.captions).toMatchObject([{ language: 'en', source: 'transcript' }])
  const file = await vtt()
  expect(file).toContain('\nToday we look at how tables are joined.\n')
  expect(file).toMatch(/00:00:1[67]\.\d{3} --> 00:00:2[01]\.\d{3}\nWhen you are ready/)
  expect(service.requests).toEqual([])
  await expectProblem(align({ text: spokenText }), 409, 'captions_exist')
  await align({ text: spokenText, replace: 'true' })
  expect((await stop()).transcription?.state).toBe('canceled')
  const row = app.deps.db.selectFrom('transcriptions').select('transcript').where('lecture_id', '=', lecture._id)
  expect(await row.executeTakeFirst()).toEqual({ transcript: null })
})

test.skipIf(!isWhole)('a text that is not spoken in the video makes no captions', async () => {
  await setLength(21)
  await align({
    text: 'Whales are large animals of the sea, and none of them has ever opened an umbrella in the rain.',
  })
  await work()
  const { transcription, lecture: now } = await read()
  expect(transcription).toMatchObject({ state: 'failed', problem: expect.stringMatching(/not what is said/) })
  expect(now.captions).toEqual([])
})

test.each<[string, unknown]>([
  ['no text', {}],
  ['an empty text', { text: ' \n ' }],
  ['a text in another script', { text: 'नमस्ते दुनिया, यह हिंदी है' }],
  ['a text that is too long', { text: 'a '.repeat(100_001) }],
  ['a text that is not a string', { text: ['a'] }],
  ['a wrong switch', { text: 'Hello', replace: 'perhaps' }],
  ['nothing', null],
])('times no transcript with %s', async (_name, body) => {
  await expectProblem(align(body as { text: string }), 400, 'invalid_input')
})

test('minutes per day are limited for each educator, and in total', async () => {
  await expectProblem(start({ language: 'en' }, (await lectureOf(61))._id), 429, 'rate_limited')
  const both = [await lectureOf(40), await lectureOf(40)]
  const results = await Promise.allSettled(both.map(({ _id }) => start({ language: 'en' }, _id)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  educator = await app.makeUser('educator')
  await expectProblem(start({ language: 'en' }, (await lectureOf(55))._id), 429, 'rate_limited')
  await start({ language: 'en' }, (await lectureOf(45))._id)
})

test('is only for the owner of a lecture with a video', async () => {
  const others: [TestUser | Pick<TestUser, 'call'>, number, string][] = [
    [await app.makeUser('educator'), 404, 'not_found'],
    [await app.makeUser(), 403, 'forbidden'],
    [{ call: app.visitor }, 401, 'unauthenticated'],
  ]
  const params = { lectureId: lecture._id }
  for (const [user, status, code] of others) {
    await expectProblem(user.call(api.transcriptions.start, { params, body: { language: 'en' } }), status, code)
    await expectProblem(user.call(api.transcriptions.align, { params, body: { text: 'Hello' } }), status, code)
    await expectProblem(user.call(api.transcriptions.read, { params }), status, code)
    await expectProblem(user.call(api.transcriptions.stop, { params }), status, code)
  }
  const empty = await makeLecture(educator, (await makeCourse(educator))._id)
  await expectProblem(start({ language: 'en' }, empty._id), 400, 'invalid_input')
})

test.each<[string, unknown]>([
  ['no language', {}],
  ['an invalid language', { language: 'english language' }],
  ['a well-formed but unknown language', { language: 'en-x1' }],
  ['a path', { language: '../en' }],
  ['a wrong switch', { language: 'en', replace: 'perhaps' }],
  ['nothing', null],
])('refuses %s', async (_name, body) => {
  await expectProblem(start(body as { language: string }), 400, 'invalid_input')
})

test('is not offered where no service is configured', async () => {
  const plain = await createTestApp({ overrides: { aligner: null, audio: null } })
  const teacher = await plain.makeUser('educator')
  const made = await makeLecture(teacher, (await makeCourse(teacher))._id)
  const params = { lectureId: made._id }
  const offered = await teacher.call(api.transcriptions.read, { params })
  expect([offered.service, offered.alignment.missing]).toEqual([null, ['ffmpeg', 'pocketsphinx']])
  await expectProblem(teacher.call(api.transcriptions.align, { params, body: { text: 'Hello' } }), 409, 'aligner_off')
  await expectProblem(
    teacher.call(api.transcriptions.start, { params, body: { language: 'en' } }),
    409,
    'transcriber_off',
  )
  await plain.close()
})

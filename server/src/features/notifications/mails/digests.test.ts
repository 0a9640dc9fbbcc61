import { randomBytes } from 'node:crypto'
import { api } from '@virtual-courses/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { OutgoingMail } from '#ports/mail.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { beginDigests, writeDigests } from '../mail-digests.ts'

let app: TestApp
let educator: TestUser
let student: TestUser
let other: TestUser
let courseId: string
let lectureId: string
const sent: OutgoingMail[] = []
const dayMs = 24 * 3600 * 1000
beforeAll(async () => {
  const mail = { send: async (one: OutgoingMail) => void sent.push(one) }
  app = await createTestApp({ config: paymentKeys, overrides: { mail } })
})
beforeEach(async () => {
  app.clock.ms += dayMs
  await morning()
  sent.length = 0
  educator = await app.makeUser('educator', 'Meera')
  student = await app.makeUser('student', 'Asha')
  other = await app.makeUser('student', 'Ravi')
  courseId = (await makeCourse(educator, { title: 'Weaving' }))._id
  lectureId = (await makeLecture(educator, courseId))._id
  for (const one of [student, other]) await buy(one, courseId)
})
afterAll(() => app.close())

const key = () => randomBytes(12).toString('base64url')
const ask = async (who: TestUser, title: string) =>
  (await who.call(api.questions.ask, { params: { lectureId }, body: { key: key(), title } })).question._id
const answer = (who: TestUser, questionId: string) =>
  who.call(api.questions.answer, { params: { questionId }, body: { key: key(), text: 'So' } })
/** The job of each morning, with all that follows from it. */
async function morning(): Promise<void> {
  await beginDigests(app.deps)
  while ((await runJobs(app, 'write-question-mails')).length > 0);
  await runJobs(app, 'mail-notifications')
}
const mailsTo = (who: TestUser) => sent.filter(({ to, subject }) => to === who.user.email && /question/.test(subject))

describe('the daily mail', () => {
  test('names what waits for the educator and what was answered, once a day', async () => {
    const first = await ask(student, 'Why does the warp break?')
    await ask(student, 'Which yarn?')
    const answered = await ask(other, 'How long?')
    await answer(educator, answered)
    await answer(other, first)
    await answer(student, first)
    await runJobs(
      app,
      'announce-question',
      'announce-question-answer',
      'mail-notifications',
      'mail-group-notifications',
    )
    expect(sent.filter(({ subject }) => /question|answer/i.test(subject))).toEqual([])
    app.clock.ms += dayMs
    await Promise.all([morning(), morning()])
    await morning()
    const [mail, ...more] = mailsTo(educator)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('2 new questions wait for your answer')
    expect(mail?.text).toContain('Which yarn? (Weaving)')
    expect(mail?.text).toContain('Why does the warp break? (Weaving)')
    expect(mail?.text).not.toContain('How long?')
    expect(mail?.unsubscribeUrl).toMatch(/unsubscribe\?token=/)
    expect(mailsTo(student).map(({ subject }) => subject)).toEqual(['New answers to a question that you follow'])
    expect(mailsTo(student)[0]?.text).toContain(`question=${first}`)
    expect(mailsTo(other)).toHaveLength(1)
    app.clock.ms += dayMs
    await morning()
    expect(mailsTo(educator)).toHaveLength(1)
  })

  test('comes not to those who ended it, who lost access, or whose question is gone', async () => {
    const ids = [await ask(student, 'Soon given back'), await ask(other, 'Unwanted')]
    for (const id of ids) await answer(educator, id)
    await other.call(api.notifications.saveSetting, { body: { subject: 'question-answers', byMail: false } })
    const gone = await ask(student, 'Deleted soon')
    await student.call(api.questions.remove, { params: { postId: gone } })
    await withdraw(app, student)
    app.clock.ms += dayMs
    await morning()
    for (const who of [student, other, educator]) expect(mailsTo(who)).toEqual([])
  })

  test('names ten questions and says that there are more; a batch ends where the next begins', async () => {
    for (let at = 0; at < 10; at++) await ask(at < 5 ? student : other, `Question ${at}`)
    app.clock.ms += 600_001
    await ask(student, 'One more')
    const now = new Date(app.clock.ms)
    const period = {
      since: new Date(now.getTime() - dayMs).toISOString(),
      until: new Date(now.getTime() + 1).toISOString(),
    }
    for (let repeated = 0; repeated < 2; repeated++)
      await writeDigests(app.deps, { which: 'questions-digest', ...period, after: '' })
    await runJobs(app, 'mail-notifications')
    expect(mailsTo(educator).map(({ subject }) => subject)).toEqual(['More than 10 new questions wait for your answer'])
    await writeDigests(app.deps, { which: 'questions-digest', ...period, after: educator.user._id })
    expect(await runJobs(app, 'write-question-mails')).toEqual([])
  })
})

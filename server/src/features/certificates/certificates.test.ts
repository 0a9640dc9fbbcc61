import { api, deletionWord, mostCorrections } from '@virtual-courses/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { memoryStore } from '#adapters/rate-limits/memory.ts'
import { createLimits, type Limits } from '#core/limits/rate-limits.ts'
import { transact } from '#core/transact.ts'
import { complete, graduate, lookUp, makeGrantingCourse } from '#test/support/certificates.ts'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse, makeLecture } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys, withdraw } from '#test/support/sales/pay.ts'
import { issueCertificate, issueMissing } from './issue-certificate.ts'

let app: TestApp
let educator: TestUser
let courseId: string
const limits: Limits = createLimits(memoryStore())

beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys, overrides: { limits } })
  educator = await app.makeUser('educator', 'Meera Iyer')
})
beforeEach(async () => {
  Object.assign(limits, createLimits(memoryStore()))
  courseId = await makeGrantingCourse(educator)
})
afterAll(() => app.close())

const visitor = () => ({ call: app.visitor })
const claim = (who: TestUser, course = courseId) => who.call(api.certificates.claim, { params: { courseId: course } })
const mine = (who: TestUser) => who.call(api.certificates.mine)
const withdrawn = (serial: string, who = educator, reason = 'Handed in the work of another') =>
  who.call(api.certificates.withdraw, { params: { serial }, body: { reason } })
const rename = (who: TestUser, name: string) =>
  who.call(api.accounts.updateProfile, { body: { name, description: '' } })
const renew = (who: TestUser, serial: string) => who.call(api.certificates.renew, { params: { serial } })

describe('a certificate', () => {
  test('is issued to a student who has completed a course that grants one, and anyone can check it', async () => {
    const { student, certificate } = await graduate(app, courseId)
    expect(certificate).toMatchObject({
      state: 'valid',
      name: 'Asha Rao',
      courseTitle: 'Weaving',
      educatorName: 'Meera Iyer',
      courseId,
      required: [{ kind: 'texts', count: 1, text: '1 text read' }],
      withdrawnAt: null,
      replacedBy: null,
      replaces: false,
    })
    expect(await lookUp(visitor(), certificate.serial)).toEqual({
      certificate,
      reader: null,
      because: null,
      reason: '',
    })
    expect((await lookUp(student, certificate.serial)).reader).toBe('holder')
    expect((await lookUp(educator, certificate.serial)).reader).toBe('educator')
    expect((await lookUp(await app.makeUser('admin'), certificate.serial)).reader).toBe('admin')
    expect((await lookUp(await app.makeUser('educator'), certificate.serial)).reader).toBeNull()
    expect(await mine(student)).toMatchObject({ certificates: [{ serial: certificate.serial }], open: [] })
  })

  test('follows the completion by a job of its transaction, and its student is told; so is a withdrawal', async () => {
    const student = await app.makeUser('student', 'Asha Rao')
    await buy(student, courseId)
    const award = async () => (await student.call(api.learning.course, { params: { courseId } })).completion
    const inbox = async () => {
      await runJobs(app, 'announce-certificate', 'announce-withdrawn-certificate')
      const { notifications } = await student.call(api.notifications.list, { query: {} })
      return notifications.flatMap(({ message, link }) => (link.startsWith('/certificate/') ? [[message, link]] : []))
    }
    expect(await award()).toMatchObject({ certificate: null, certificateOpen: false })
    await complete(student, courseId)
    expect(await award()).toMatchObject({ certificate: null, certificateOpen: true })
    // a run that died before its commit leaves nothing, and the job is run again
    const died = transact(app.deps.db, async (tx) => {
      await issueCertificate(tx, app.deps, { userId: student.user._id, courseId })
      throw new Error('died')
    })
    await expect(died).rejects.toThrow('died')
    expect(await runJobs(app, 'issue-certificate')).toContainEqual({ userId: student.user._id, courseId })
    const serial = (await mine(student)).certificates[0]?.serial ?? ''
    expect(await award()).toMatchObject({ certificate: serial, certificateOpen: false })
    const { rows } = await sql`select from certificates where serial = ${serial} and credential is not null`.execute(
      app.deps.db,
    )
    expect(rows).toHaveLength(1)
    const link = `/certificate/${serial}`
    expect(await inbox()).toEqual([['Your certificate of Weaving is ready', link]])
    const seen = await educator.call(api.courses.students, { params: { courseId }, query: {} })
    expect(seen.students.map(({ completion }) => completion.certificate)).toEqual([serial])
    await withdrawn(serial, educator, 'A copy')
    expect(await inbox()).toEqual([
      ['Your certificate of Weaving was withdrawn. Reason: A copy', link],
      ['Your certificate of Weaving is ready', link],
    ])
    expect(await award()).toMatchObject({ certificate: null, certificateOpen: false })
  })

  test('is the same one however often it is asked for', async () => {
    const { student, certificate } = await graduate(app, courseId)
    expect((await claim(student)).certificate).toEqual(certificate)
    expect(
      await transact(app.deps.db, (tx) => issueCertificate(tx, app.deps, { userId: student.user._id, courseId })),
    ).toBe(certificate.serial)
  })

  test('says what it said, whatever course, educator and student are called later', async () => {
    const { student, serial } = await graduate(app, courseId)
    await educator.call(api.courses.edit, { params: { courseId }, body: { title: 'Basket weaving' } })
    await rename(student, 'Someone Else')
    expect((await lookUp(visitor(), serial)).certificate).toMatchObject({ name: 'Asha Rao', courseTitle: 'Weaving' })
    for (const change of [sql`name = 'X'`, sql`course_title = 'X'`, sql`issued_at = now()`, sql`required = '[]'`])
      await expect(
        sql`update certificates set ${change} where serial = ${serial}`.execute(app.deps.db),
      ).rejects.toThrow('not changed')
  })

  test('stays when the course is taken off the list and removed; it links to no page that is not there', async () => {
    const { serial } = await graduate(app, courseId)
    await educator.call(api.courses.remove, { params: { courseId } })
    expect((await lookUp(visitor(), serial)).certificate).toMatchObject({ state: 'valid', courseId: null })
  })

  test('is not issued for a course that grants none, or is not completed, or not bought', async () => {
    const plain = await makeCourse(educator, { title: 'Knots' })
    await makeLecture(educator, plain._id)
    const student = await app.makeUser()
    await expectProblem(claim(student), 403, 'not_entitled')
    await expectProblem(claim(student, 'unknown'), 403, 'not_entitled')
    await buy(student, plain._id)
    await complete(student, plain._id)
    await expectProblem(claim(student, plain._id), 403, 'not_completed')
    await buy(student, courseId)
    await expectProblem(claim(student), 403, 'not_completed')
    expect(await mine(student)).toEqual({ certificates: [], open: [] })
    await expectProblem(app.visitor(api.certificates.claim, { params: { courseId } }), 401, 'unauthenticated')
    await expectProblem(app.visitor(api.certificates.mine), 401, 'unauthenticated')
  })

  test('of a course that began to grant one later is issued by the job, once', async () => {
    const plain = await makeCourse(educator, { title: 'Knots' })
    await makeLecture(educator, plain._id)
    const student = await app.makeUser()
    await buy(student, plain._id)
    await complete(student, plain._id)
    await educator.call(api.courses.edit, { params: { courseId: plain._id }, body: { certificate: 'true' } })
    expect((await mine(student)).open).toEqual([{ courseId: plain._id, title: 'Knots' }])
    expect(await issueMissing(app.deps)).toBe(1)
    expect(await issueMissing(app.deps)).toBe(0)
    expect(await mine(student)).toMatchObject({ certificates: [{ courseTitle: 'Knots' }], open: [] })
  })

  test('has a number that says nothing of the one before', async () => {
    const serials = await Promise.all(
      ['A', 'B', 'C'].map(async (name) => (await graduate(app, courseId, `${name} Student`)).serial),
    )
    expect(new Set(serials.map((serial) => serial.slice(0, 4))).size).toBe(3)
    await expectProblem(lookUp(visitor(), '0000-0000-0000-0000'), 404, 'not_found')
  })
})

describe('a corrected name', () => {
  test('is a new certificate in the place of the old one, which says so and shows the old name to no one', async () => {
    const { student, serial } = await graduate(app, courseId, 'Asha Roa')
    await expectProblem(renew(student, serial), 409, 'no_certificate')
    await rename(student, 'Asha Rao')
    expect((await mine(student)).certificates[0]).toMatchObject({ renewable: true })
    const { certificate } = await renew(student, serial)
    expect(certificate).toMatchObject({ state: 'valid', name: 'Asha Rao', replaces: true, courseTitle: 'Weaving' })
    expect((await lookUp(visitor(), serial)).certificate).toMatchObject({
      state: 'replaced',
      name: '',
      replacedBy: certificate.serial,
    })
    await expectProblem(renew(student, serial), 409, 'no_certificate')
    expect((await claim(student)).certificate.serial).toBe(certificate.serial)
    expect((await mine(student)).certificates.map(({ state }) => state)).toEqual(['valid', 'replaced'])
  })

  test('is for its holder alone, and not without end', async () => {
    const { student, serial } = await graduate(app, courseId)
    await expectProblem(renew(await app.makeUser(), serial), 404, 'not_found')
    await expectProblem(renew(educator, serial), 404, 'not_found')
    let last = serial
    for (let time = 1; time <= mostCorrections; time++) {
      await rename(student, `Asha ${'I'.repeat(time)}`)
      last = (await renew(student, last)).certificate.serial
    }
    await rename(student, 'Asha Again')
    await expectProblem(renew(student, last), 409, 'no_certificate')
    expect((await mine(student)).certificates[0]?.renewable).toBe(false)
  })
})

describe('a withdrawn certificate', () => {
  test('by its educator says so to anyone, and why to those whom it concerns; only a new one counts again', async () => {
    const { student, serial } = await graduate(app, courseId)
    expect((await withdrawn(serial)).certificate).toMatchObject({ state: 'withdrawn', name: 'Asha Rao' })
    expect(await lookUp(visitor(), serial)).toMatchObject({
      certificate: { state: 'withdrawn' },
      because: null,
      reason: '',
    })
    expect(await lookUp(student, serial)).toMatchObject({
      because: 'educator',
      reason: 'Handed in the work of another',
    })
    await expectProblem(withdrawn(serial), 409, 'no_certificate')
    // asking again, or the job, does not bring it back
    await expectProblem(claim(student), 403, 'not_completed')
    expect(await issueMissing(app.deps)).toBe(0)
    expect((await mine(student)).open).toEqual([])
    await expect(
      sql`update certificates set withdrawn_at = null, withdrawn_because = null where serial = ${serial}`.execute(
        app.deps.db,
      ),
    ).rejects.toThrow('not reinstated')
    const reissued = await educator.call(api.certificates.reissue, { params: { serial } })
    expect(reissued.certificate).toMatchObject({ state: 'valid', name: 'Asha Rao', replaces: true })
    expect((await lookUp(visitor(), serial)).certificate).toMatchObject({ replacedBy: reissued.certificate.serial })
    await expectProblem(educator.call(api.certificates.reissue, { params: { serial } }), 409, 'no_certificate')
  })

  test('by an admin is in the audit log, and its educator does not bring it back', async () => {
    const { serial } = await graduate(app, courseId)
    const admin = await app.makeUser('admin')
    const byAdmin = (reason: string) =>
      admin.call(api.certificates.withdrawByAdmin, { params: { serial }, body: { reason } })
    expect((await byAdmin('A forged account')).certificate.state).toBe('withdrawn')
    await expectProblem(byAdmin('Once more'), 409, 'no_certificate')
    await expectProblem(educator.call(api.certificates.reissue, { params: { serial } }), 409, 'no_certificate')
    const { entries } = await admin.call(api.admin.audit, { query: { action: 'certificate-withdrawn' } })
    expect(entries).toMatchObject([{ subjectId: courseId, detail: expect.stringContaining(serial) }])
    expect(entries[0]?.detail).toContain('A forged account')
    await expectProblem(
      admin.call(api.certificates.withdrawByAdmin, {
        params: { serial: '0000-0000-0000-0000' },
        body: { reason: 'Why not' },
      }),
      404,
      'not_found',
    )
  })

  test('is not for educators of other courses, nor for students', async () => {
    const { student, serial } = await graduate(app, courseId)
    const other = await app.makeUser('educator')
    await expectProblem(withdrawn(serial, other), 404, 'not_found')
    await expectProblem(other.call(api.certificates.reissue, { params: { serial } }), 404, 'not_found')
    await expectProblem(withdrawn(serial, student), 403, 'forbidden')
    await expectProblem(
      educator.call(api.certificates.withdrawByAdmin, { params: { serial }, body: { reason: 'Why not' } }),
      403,
      'forbidden',
    )
    expect((await lookUp(visitor(), serial)).certificate.state).toBe('valid')
  })

  test('by a refund is withdrawn with the access; a new purchase earns a new one', async () => {
    const { student, serial } = await graduate(app, courseId)
    await withdraw(app, student)
    expect(await lookUp(student, serial)).toMatchObject({ certificate: { state: 'withdrawn' }, because: 'refund' })
    await expectProblem(claim(student), 403, 'not_entitled')
    await expectProblem(educator.call(api.certificates.reissue, { params: { serial } }), 409, 'no_certificate')
    await buy(student, courseId)
    await complete(student, courseId)
    const { certificate } = await claim(student)
    expect(certificate).toMatchObject({ state: 'valid', replaces: false })
    expect((await lookUp(visitor(), serial)).certificate.state).toBe('withdrawn')
  })

  test('by the deletion of the account has no name any more', async () => {
    const { student, serial } = await graduate(app, courseId)
    const { student: other, serial: kept } = await graduate(app, courseId, 'Bela Nair')
    await withdrawn(serial)
    await student.call(api.ownAccount.deleteAccount, {
      body: { current: 'correct horse battery', confirm: deletionWord },
    })
    await other.call(api.ownAccount.deleteAccount, {
      body: { current: 'correct horse battery', confirm: deletionWord },
    })
    for (const one of [serial, kept]) {
      expect(await lookUp(educator, one)).toMatchObject({
        certificate: { state: 'withdrawn', name: '', courseTitle: 'Weaving' },
        because: 'account',
        reason: '',
      })
    }
  })

  test('is in the data of its holder', async () => {
    const { student, serial } = await graduate(app, courseId)
    const { body } = await app.server.inject({
      url: api.ownAccount.exportData.path,
      headers: { cookie: student.cookie },
    })
    expect(JSON.parse(body).certificates).toMatchObject([{ serial, name: 'Asha Rao', course: 'Weaving' }])
  })
})

describe('at once', () => {
  const states = async (student: TestUser) => {
    const { rows } = await sql<{ because: string | null }>`
      select withdrawn_because as because from certificates where user_id = ${student.user._id}`.execute(app.deps.db)
    return rows.map(({ because }) => because)
  }
  const completed = async (): Promise<TestUser> => {
    const student = await app.makeUser()
    await buy(student, courseId)
    await complete(student, courseId)
    return student
  }

  test('one certificate is issued, however many ask', async () => {
    const student = await completed()
    const issue = () =>
      transact(app.deps.db, (tx) => issueCertificate(tx, app.deps, { userId: student.user._id, courseId }))
    const serials = await Promise.all([
      ...Array.from({ length: 4 }, issue),
      ...Array.from({ length: 4 }, async () => (await claim(student)).certificate.serial),
    ])
    expect(new Set(serials).size).toBe(1)
    expect(await states(student)).toEqual([null])
  })

  test('a refund beside the issue leaves no certificate that counts, in whatever order they come', async () => {
    for (let round = 0; round < 4; round++) {
      const student = await completed()
      await Promise.all([claim(student).catch(() => null), withdraw(app, student), claim(student).catch(() => null)])
      const left = await states(student)
      expect(left.length).toBeLessThanOrEqual(1)
      expect(left.every((because) => because === 'refund')).toBe(true)
    }
  })

  test('two corrections make one, and a withdrawal beside it does not leave two that count', async () => {
    const { student, serial } = await graduate(app, courseId, 'Asha Roa')
    await rename(student, 'Asha Rao')
    const both = await Promise.allSettled([renew(student, serial), renew(student, serial), withdrawn(serial)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect((await states(student)).filter((because) => because === null).length).toBeLessThanOrEqual(1)
  })

  test('a deletion of the account beside the issue leaves no name', async () => {
    const student = await completed()
    await Promise.all([
      claim(student).catch(() => null),
      student.call(api.ownAccount.deleteAccount, { body: { current: 'correct horse battery', confirm: deletionWord } }),
    ])
    const { rows } =
      await sql`select from certificates where user_id = ${student.user._id} and (name <> '' or withdrawn_at is null)`.execute(
        app.deps.db,
      )
    expect(rows).toEqual([])
  })
})

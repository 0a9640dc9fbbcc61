import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { api } from '@virtual-courses/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { expectProblem } from '#test/support/expect-problem.ts'
import { makeCourse } from '#test/support/make-course.ts'
import { runJobs } from '#test/support/run-jobs.ts'
import { buy, paymentKeys } from '#test/support/sales/pay.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
})
afterAll(() => app.close())

const picture = (background: string, format: 'jpeg' | 'png' = 'jpeg') =>
  sharp({ create: { width: 700, height: 500, channels: 3, background } })
    .withExif({ IFD0: { Copyright: 'Asha lives at 12 Rose Street' } })
    .toFormat(format)
    .toBuffer()
const fileOf = (bytes: Uint8Array | string, name = 'me.jpg') =>
  new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name)
type Body = { name?: string; description?: string }
const update = (user: TestUser, body: Body, photoUrl?: Blob) =>
  user.call(api.accounts.updateProfile, { body, files: photoUrl ? { photoUrl } : {} })
const idIn = (url: string) => url.split('/')[4] ?? ''
const folderOf = (url: string) => join(app.dataDir, 'media/images', idIn(url))
const catalogueVersion = async () =>
  (await app.deps.db.selectFrom('cache_versions').select('version').where('name', '=', 'catalogue').executeTakeFirst())
    ?.version

test('name, bio and photo change; what is not sent stays; the answer is the bare user', async () => {
  const student = await app.makeUser()
  const changed = await update(student, { name: '  Zoë ₹  ', description: 'I learn. Every day.' })
  const version = expect.any(String)
  expect(changed).toEqual({ ...student.user, name: 'Zoë ₹', description: 'I learn. Every day.', version })
  const withPhoto = await update(student, {}, fileOf(await picture('#7a4')))
  expect(withPhoto).toEqual({
    ...changed,
    version,
    photoUrl: expect.stringMatching(/^\/api\/media\/images\/[0-9a-f]{24}\/320\.webp$/),
  })
  expect((await student.call(api.accounts.current)).user).toEqual(withPhoto)
  expect((await update(student, { description: '' })).description).toBe('')
})

describe('the photo', () => {
  test('is encoded again: what was hidden in it is gone', async () => {
    const student = await app.makeUser()
    const original = await picture('#395', 'png')
    expect(original.toString('latin1')).toContain('Rose Street')
    const { photoUrl } = await update(student, {}, fileOf(original, 'me.png'))
    const served = await app.server.inject(photoUrl)
    expect([served.statusCode, served.headers['content-type']]).toEqual([200, 'image/webp'])
    expect(served.rawPayload.toString('latin1')).not.toContain('Rose Street')
    const { width, exif } = await sharp(served.rawPayload).metadata()
    expect([width, exif]).toEqual([320, undefined])
  })
  test('takes the place of the old one, which is removed', async () => {
    const student = await app.makeUser()
    const first = await update(student, {}, fileOf(await picture('#111')))
    const second = await update(student, {}, fileOf(await picture('#222')))
    expect(second.photoUrl).not.toBe(first.photoUrl)
    expect(existsSync(folderOf(first.photoUrl))).toBe(true)
    await runJobs(app, 'remove-media')
    expect([existsSync(folderOf(first.photoUrl)), existsSync(folderOf(second.photoUrl))]).toEqual([false, true])
  })
  test('changed twice at the same moment leaves one, and no stray', async () => {
    const student = await app.makeUser()
    const files = [fileOf(await picture('#333')), fileOf(await picture('#444'))]
    const answers = await Promise.all(files.map((file) => update(student, {}, file)))
    await runJobs(app, 'remove-media')
    const { user } = await student.call(api.accounts.current)
    const left = answers.filter(({ photoUrl }) => existsSync(folderOf(photoUrl)))
    expect(new Set(left.map(({ photoUrl }) => photoUrl))).toEqual(new Set([user.photoUrl]))
  })
  test.each([
    ['a text with the name of a picture', () => fileOf('<svg onload="alert(1)"/>', 'me.jpg')],
    ['a broken picture', async () => fileOf((await picture('#555')).subarray(0, 900))],
  ])('is refused, and nothing changes: %s', async (_name, make) => {
    const student = await app.makeUser()
    await expectProblem(update(student, { name: 'Changed' }, await make()), 415, 'wrong_media')
    expect((await student.call(api.accounts.current)).user).toEqual(student.user)
  })
  test('of more than 10 MB is refused', async () => {
    const student = await app.makeUser()
    const large = fileOf(Buffer.concat([await picture('#666'), Buffer.alloc(11 * 1024 * 1024)]))
    await expectProblem(update(student, {}, large), 413, 'too_large')
  })
  test('that was not picked arrives as "null" or as an empty part, and changes nothing', async () => {
    const student = await app.makeUser()
    const before = await update(student, {}, fileOf(await picture('#777')))
    for (const photoUrl of ['null', new File([], '')]) {
      const form = new FormData()
      form.append('name', 'Asha')
      form.append('photoUrl', photoUrl)
      const encoded = new Response(form)
      const answer = await app.server.inject({
        method: 'POST',
        url: api.accounts.updateProfile.path,
        headers: { cookie: student.cookie, 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      })
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        { ...before, name: 'Asha', version: expect.any(String) },
      ])
    }
  })
})

describe('anyone who is shown in the catalogue', () => {
  test('an educator: the new name is on the course cards at once', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { published: true })
    const nameOnCard = async () =>
      (await app.visitor(api.courses.catalogue, { query: {} })).courses.find(({ _id }) => _id === course._id)
        ?.creatorName
    expect(await nameOnCard()).toBe(educator.user.name)
    await update(educator, { name: 'A New Name' })
    expect(await nameOnCard()).toBe('A New Name')
  })
  test('a reviewer: the new name and photo are shown with the review, and the catalogue stays', async () => {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator, { published: true })
    const student = await app.makeUser()
    await buy(student, course._id)
    await student.call(api.reviews.give, { body: { courseId: course._id, rating: 5, comment: 'Good' } })
    const before = await catalogueVersion()
    const { photoUrl } = await update(student, { name: 'Loud Person' }, fileOf(await picture('#888')))
    expect(await catalogueVersion()).toBe(before)
    const [review] = await app.visitor(api.reviews.all, { query: {} })
    expect(review?.user).toEqual({ name: 'Loud Person', photoUrl, role: 'student' })
  })
})

test.each([
  ['an empty name', { name: '   ' }],
  ['a name that is too long', { name: 'x'.repeat(101) }],
  ['a bio that is too long', { description: 'x'.repeat(2001) }],
])('refuses %s', async (_name, body) => {
  const student = await app.makeUser()
  await expectProblem(update(student, body), 400, 'invalid_input')
})

test('address, role and password cannot be changed this way', async () => {
  const student = await app.makeUser()
  const body = { email: 'other@test.example', role: 'admin', password_hash: 'x', email_verified_at: '2026' } as Body // a forged form
  expect(await update(student, body)).toEqual(student.user)
})

test('needs a session', async () => {
  await expectProblem(
    app.visitor(api.accounts.updateProfile, { body: { name: 'A' }, files: {} }),
    401,
    'unauthenticated',
  )
})

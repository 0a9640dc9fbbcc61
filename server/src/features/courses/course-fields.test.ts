import { api, type BodyInput } from '@virtual-courses/contract'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestUser } from '#test/support/create-test-app.ts'
import { repairStorageUse } from '../media/storage-queries.ts'

/** What names the places that a field of a course passes (docs/how-to/add-a-field.md). */
let app: TestApp
let educator: TestUser
beforeAll(async () => {
  app = await createTestApp()
  educator = await app.makeUser('educator')
})
afterAll(() => app.close())

type Edited = Omit<BodyInput<typeof api.courses.edit>, 'version'>

/** A value for each field that educators edit, none of them that of a new course. */
const values: Required<Edited> = {
  title: 'Weaving',
  subTitle: 'On a loom of your own',
  description: 'From yarn to cloth.',
  category: 'Others',
  level: 'Advanced',
  price: '499',
  language: 'hi',
  outcomes: 'Warp a loom',
  requirements: 'A loom',
  audience: 'People with yarn',
  certificate: 'true',
  isPublished: 'true',
}

/** A published course with all fields and a picture. */
async function fullCourse() {
  const { _id } = await educator.call(api.courses.create, { body: { title: 'New', category: 'Web Development' } })
  const bytes = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#258' } })
    .png()
    .toBuffer()
  return educator.call(api.courses.edit, {
    params: { courseId: _id },
    body: values,
    files: { thumbnail: new Blob([new Uint8Array(bytes)], { type: 'image/png' }) },
  })
}

const rowOf = async (id: string) =>
  Object.entries(
    await app.deps.db.selectFrom('courses').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  ) as [string, unknown][]

test('the table of values has every field that can be edited', () => {
  const fields = Object.keys(api.courses.edit.body.shape).filter((name) => name !== 'version')
  expect(Object.keys(values).sort()).toEqual(fields.sort())
})

test('each field is kept, shown, and another version of the course', async () => {
  const params = {
    courseId: (await educator.call(api.courses.create, { body: { title: 'New', category: 'Web Development' } }))._id,
  }
  const { isPublished, ...others } = values
  for (const [name, value] of Object.entries({ ...others, isPublished })) {
    const before = await educator.call(api.courses.get, { params })
    const after = await educator.call(api.courses.edit, { params, body: { [name]: value } })
    const { [name]: shown } = after as Record<string, unknown>
    expect(String(shown), name).toBe(value)
    expect(after.version, name).not.toBe(before.version)
    expect(await educator.call(api.courses.get, { params }), name).toEqual(after)
  }
})

/** What a duplicate does not take from its source: its own identity and title, and what students and admins made of the source. */
const own = new Set(
  `id title created_at updated_at is_published removed_at copying_since price_below_minimum rating_sum rating_count
   rating_counts enrolment_count lecture_count total_seconds unlisted_at unlisted_reason unlisted_published
   regular_price_paise sale_ends_at struck_price_paise`.split(/\s+/),
)

test('a duplicate has every column of its source, but for those that are its own: they are as in a new course', async () => {
  const source = await fullCourse()
  const copy = await educator.call(api.courses.duplicate, { params: { courseId: source._id } })
  const fresh = await educator.call(api.courses.create, { body: { title: 'New', category: 'Others' } })
  const [copied, blank] = [await rowOf(copy._id), await rowOf(fresh._id)].map((row) => Object.fromEntries(row))
  for (const [column, value] of await rowOf(source._id)) {
    if (['id', 'title', 'created_at', 'updated_at'].includes(column)) continue
    if (own.has(column)) {
      expect(copied?.[column], column).toEqual(blank?.[column])
      continue
    }
    const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0)
    expect(isEmpty, `${column} has no value here: give it one in this test`).toBe(false)
    expect(copied?.[column], column).toEqual(value)
  }
})

test('a duplicate is shown with every field of its source, but for its title and publication', async () => {
  const { _id: courseId, ...source } = await fullCourse()
  const { _id, ...copy } = await educator.call(api.courses.duplicate, { params: { courseId } })
  expect(_id).not.toBe(courseId)
  const { createdAt, updatedAt, version, instructor } = copy // of the duplicate itself
  expect(copy).toEqual({
    ...source,
    ...{ createdAt, updatedAt, version, instructor },
    title: `Copy of ${source.title}`,
    isPublished: false,
    published: false,
  })
})

test('the data of an educator have every field that they edited', async () => {
  const { _id } = await fullCourse()
  const admin = await app.makeUser('admin')
  const url = api.admin.exportUser.path.replace(':userId', educator.user._id)
  const answer = await app.server.inject({ url, headers: { cookie: admin.cookie } })
  const exported = (answer.json().courses as Record<string, unknown>[]).find(({ id }) => id === _id) ?? {}
  const namedOtherwise: Partial<Record<keyof Edited, string>> = { price: 'pricePaise', isPublished: 'published' }
  const names = Object.keys(values).map((name) => namedOtherwise[name as keyof Edited] ?? name) // its own keys
  expect(Object.keys(exported)).toEqual(expect.arrayContaining(names))
})

test('each text that an educator writes counts for their storage, in the sum that is kept and in the one that checks it', async () => {
  const { _id } = await fullCourse()
  const { rows } = await sql<{ name: string; array: boolean }>`
    select column_name as name, data_type = 'ARRAY' as array from information_schema.columns
    where table_name = 'courses' and data_type in ('text', 'ARRAY')`.execute(app.deps.db)
  const short = new Set(['id', 'creator_id', 'category', 'level', 'language', 'thumbnail_id', 'unlisted_reason'])
  const texts = rows.filter(({ name }) => !short.has(name) && name !== 'rating_counts')
  const kept = async () => {
    const { rows: sums } = await sql<{ texts: string }>`
      select texts from storage_usage where owner_id = ${educator.user._id}`.execute(app.deps.db)
    return Number(sums[0]?.texts)
  }
  for (const { name, array } of texts) {
    const before = await kept()
    const long = 'x'.repeat(100)
    const value = array ? sql`array[${long}]` : sql`${long}`
    await sql`update courses set ${sql.ref(name)} = ${value} where id = ${_id}`.execute(app.deps.db)
    expect((await kept()) - before, name).toBeGreaterThan(50)
    expect(await repairStorageUse(app.deps.db, 10), name).toEqual([])
  }
})

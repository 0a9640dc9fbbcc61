import { ApiError, api, type CourseDetails } from '@virtual-courses/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assignmentForm } from './support/assignments.ts'
import { createTestApp, type TestApp, type TestUser } from './support/create-test-app.ts'
import { expectProblem } from './support/expect-problem.ts'
import { makeCourse, makeLecture } from './support/make-course.ts'
import { newKey } from './support/questions.ts'
import { checksForm, questionForm, quizForm } from './support/quiz.ts'
import { buy, paymentKeys } from './support/sales/pay.ts'
import { bankDetails } from './support/sales/payout-world.ts'

let app: TestApp
let admin: TestUser
beforeAll(async () => {
  app = await createTestApp({ config: paymentKeys })
  admin = await app.makeUser('admin')
})
afterAll(() => app.close())

/** What two people edit at once. `save` stores the value of a number in one field; `read` returns it, with the version. */
type Form = {
  read(): Promise<{ value: unknown; version: string | undefined }>
  save(number: number, version?: string): Promise<unknown>
  stored?(number: number): unknown
}

const text = (number: number) => `Text ${number}`
const details = (educator: TestUser, courseId: string): Promise<CourseDetails> =>
  educator.call(api.courses.get, { params: { courseId } })
const outline = ({ sections, lectures }: Pick<CourseDetails, 'sections' | 'lectures'>) => [
  sections.map(({ _id }) => _id),
  lectures.map(({ _id, sectionId }) => [_id, sectionId]),
]
const start = Date.now()
const inDays = (number: number) => new Date(start + number * 24 * 3600_000).toISOString()

const forms: Record<string, () => Promise<Form>> = {
  'an assignment': () => assignmentForm(app),
  'a quiz': () => quizForm(app),
  'a question of the bank': () => questionForm(app),
  'questions in a video': () => checksForm(app),
  async 'an announcement'() {
    const educator = await app.makeUser('educator')
    const params = { courseId: (await makeCourse(educator))._id }
    const body = { key: newKey(), title: 'Hello', text: text(0) }
    const { announcement } = await educator.call(api.announcements.make, { params, body })
    const at = { params: { announcementId: announcement._id } }
    return {
      async read() {
        const read = (await educator.call(api.announcements.read, at)).announcement
        return { value: read.text, version: read.version }
      },
      save: (number, version) =>
        educator.call(api.announcements.edit, { ...at, body: { title: 'Hello', text: text(number), version } }),
    }
  },
  async 'a course'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator)
    return {
      async read() {
        const { title, version } = await details(educator, courseId)
        return { value: title, version }
      },
      save: (number, version) =>
        educator.call(api.courses.edit, { params: { courseId }, body: { title: text(number), version } }),
    }
  },
  async 'a lecture'() {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator)
    const { _id: lectureId } = await makeLecture(educator, course._id)
    return {
      async read() {
        const { text: value, editing } = await educator.call(api.lectures.content, { params: { lectureId } })
        return { value, version: editing?.version }
      },
      save: (number, version) =>
        educator.call(api.lectures.edit, { params: { lectureId }, body: { text: text(number), version } }),
    }
  },
  async 'the time of a session'() {
    const educator = await app.makeUser('educator')
    const course = await makeCourse(educator)
    const { _id: lectureId } = await makeLecture(educator, course._id)
    return {
      async read() {
        const { editing } = await educator.call(api.lectures.content, { params: { lectureId } })
        return { value: editing?.liveStartTime, version: editing?.scheduleVersion }
      },
      stored: inDays,
      save: (number, version) =>
        educator.call(api.live.schedule, {
          params: { lectureId },
          body: { liveStartTime: inDays(number), version },
        }),
    }
  },
  async 'the notes of live sessions'() {
    const educator = await app.makeUser('educator')
    const params = { lectureId: (await makeLecture(educator, (await makeCourse(educator))._id))._id }
    return {
      async read() {
        const { text: value, version } = await educator.call(api.liveTogether.notes, { params })
        return { value, version }
      },
      save: (number, version) =>
        educator.call(api.liveTogether.saveNotes, { params, body: { text: text(number), version } }),
    }
  },
  async 'the title of a section'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator)
    const { section } = await educator.call(api.sections.create, { params: { courseId }, body: { title: 'Section' } })
    return {
      async read() {
        const { sections } = await details(educator, courseId)
        return { value: sections[0]?.title, version: sections[0]?.version }
      },
      save: (number, version) =>
        educator.call(api.sections.rename, {
          params: { sectionId: section._id },
          body: { title: text(number), version },
        }),
    }
  },
  async 'the outline'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator)
    const { section } = await educator.call(api.sections.create, { params: { courseId }, body: { title: 'Section' } })
    for (let number = 1; number < 9; number++) await makeLecture(educator, courseId, text(number))
    const { lectures } = await details(educator, courseId)
    // the first so many lectures stand before the section
    const rowsOf = (number: number) => {
      const rows = lectures.map(({ _id }) => ({ kind: 'lecture' as const, id: _id }))
      return rows.toSpliced(number, 0, { kind: 'section' as never, id: section._id })
    }
    return {
      async read() {
        const course = await details(educator, courseId)
        return { value: outline(course), version: course.outlineVersion }
      },
      stored: (number) => [
        [section._id],
        lectures.map(({ _id }, index) => [_id, index < number ? undefined : section._id]),
      ],
      save: (number, version) =>
        educator.call(api.sections.arrange, { params: { courseId }, body: { rows: rowsOf(number), version } }),
    }
  },
  async 'the order of lectures'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator)
    for (let number = 1; number < 9; number++) await makeLecture(educator, courseId, text(number))
    const ids = (await details(educator, courseId)).lectures.map(({ _id }) => _id)
    const turned = (number: number) => [...ids.slice(number), ...ids.slice(0, number)]
    return {
      async read() {
        const { lectures, outlineVersion } = await details(educator, courseId)
        return { value: lectures.map(({ _id }) => _id), version: outlineVersion }
      },
      stored: turned,
      save: (number, version) =>
        educator.call(api.lectures.reorder, { params: { courseId }, body: { lectureIds: turned(number), version } }),
    }
  },
  async 'the sale of a course'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator, { price: 900 })
    return {
      async read() {
        const { saleVersion, price: value } = await details(educator, courseId)
        const sale = await educator.call(api.ownOffers.sale, { params: { courseId } })
        expect(sale.saleVersion).toBe(saleVersion)
        return { value, version: saleVersion }
      },
      stored: (number) => 100 + number,
      save: (number, version) =>
        educator.call(api.ownOffers.setSale, {
          params: { courseId },
          body: { price: 100 + number, endsAt: inDays(2), version },
        }),
    }
  },
  async 'a bundle'() {
    const educator = await app.makeUser('educator')
    const courses = [await makeCourse(educator), await makeCourse(educator)]
    const { _id: bundleId } = await educator.call(api.ownOffers.createBundle, {
      body: { title: 'Both', price: 600, courseIds: courses.map(({ _id }) => _id), isPublished: true },
    })
    return {
      async read() {
        const { title: value, version } = await educator.call(api.ownOffers.ownBundle, { params: { bundleId } })
        return { value, version }
      },
      save: (number, version) =>
        educator.call(api.ownOffers.editBundle, { params: { bundleId }, body: { title: text(number), version } }),
    }
  },
  async 'a profile'() {
    const user = await app.makeUser()
    return {
      async read() {
        const { user: now } = await user.call(api.accounts.viewer)
        return { value: now.description, version: now.version }
      },
      save: (number, version) =>
        user.call(api.accounts.updateProfile, { body: { description: text(number), version } }),
    }
  },
  async 'billing details'() {
    const user = await app.makeUser()
    return {
      async read() {
        const { address, version } = await user.call(api.invoices.billing)
        return { value: address, version }
      },
      save: (number, version) => user.call(api.invoices.saveBilling, { body: { address: text(number), version } }),
    }
  },
  async 'bank details'() {
    const educator = await app.makeUser('educator')
    const accountNumbers = (number: number) => {
      const accountNumber = `99887766${1000 + number}`
      return { accountNumber, accountNumberAgain: accountNumber }
    }
    return {
      async read() {
        const { account, accountVersion } = await educator.call(api.payouts.balance)
        return { value: account?.last4, version: accountVersion }
      },
      stored: (number) => String(1000 + number),
      save: (number, version) =>
        educator.call(api.payouts.saveAccount, {
          body: { ...bankDetails, ...accountNumbers(number), version },
        }),
    }
  },
  async 'the settings of the site'() {
    return {
      async read() {
        const { settings, version } = await admin.call(api.admin.settings)
        return { value: settings.siteName, version }
      },
      save: (number, version) => admin.call(api.admin.saveSettings, { body: { siteName: text(number), version } }),
    }
  },
  async 'a review'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    await buy(student, courseId)
    return {
      async read() {
        const { own, ownVersion } = await student.call(api.reviews.ofCourse, { params: { courseId } })
        return { value: own?.comment, version: ownVersion }
      },
      save: (number, version) =>
        student.call(api.reviews.give, { body: { courseId, rating: 4, comment: text(number), version } }),
    }
  },
  async 'the reply to a review'() {
    const educator = await app.makeUser('educator')
    const { _id: courseId } = await makeCourse(educator, { price: 0 })
    const student = await app.makeUser()
    await buy(student, courseId)
    const { _id: reviewId } = await student.call(api.reviews.give, { body: { courseId, rating: 4 } })
    return {
      async read() {
        const { reviews } = await educator.call(api.reviews.mine, { query: {} })
        const onPage = await educator.call(api.reviews.ofCourse, { params: { courseId } })
        expect(onPage.reviews[0]?.replyVersion).toBe(reviews[0]?.replyVersion)
        return { value: reviews[0]?.reply?.text, version: reviews[0]?.replyVersion }
      },
      save: (number, version) =>
        educator.call(api.reviews.reply, { params: { reviewId }, body: { text: text(number), version } }),
    }
  },
}

/** "done", or the code of the error. */
const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof ApiError) return error.code
      throw error
    },
  )

describe.each(Object.entries(forms))('%s', (_name, make) => {
  test('is not saved from what someone else has changed, unless no version is named', async () => {
    const { read, save, stored = text } = await make()
    const { version } = await read()
    expect(version).toMatch(/^[\w-]{22}$/)
    await save(1, version)
    await expectProblem(save(2, version), 409, 'changed_elsewhere')
    const after = await read()
    expect(after.value).toEqual(stored(1))
    expect(after.version).not.toBe(version)
    await save(3, after.version)
    expect((await read()).value).toEqual(stored(3))
    // an older client
    await save(4)
    expect((await read()).value).toEqual(stored(4))
  })

  test('is saved by one of several at once that have read the same', async () => {
    const { read, save, stored = text } = await make()
    await save(1)
    const { version } = await read()
    const outcomes = await Promise.all([2, 3, 4].map((number) => outcome(save(number, version))))
    expect(outcomes.toSorted()).toEqual(['changed_elsewhere', 'changed_elsewhere', 'done'])
    expect((await read()).value).toEqual(stored(2 + outcomes.indexOf('done')))
  })
})

test('a version that is none is refused', async () => {
  const user = await app.makeUser()
  const save = user.call(api.accounts.updateProfile, { body: { name: 'Asha', version: 'yesterday' } })
  await expectProblem(save, 400, 'invalid_input')
})

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coursePointLimits, imageFormats, imageWidths } from '@virtual-courses/contract'
import { categories, levels, roles } from '@virtual-courses/contract/values/fields'
import { demo, demoMedia, demoPassword } from '@virtual-courses/demo/index'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { documentType } from '#core/files/document-type.ts'
import { measureVideo } from '#features/media/measure-video.ts'
import { isWhole } from '#test/support/in-all.ts'

const file = (name: string): URL => new URL(name, demoMedia)
/** The ready-made sizes of a picture, as the first start reads them. */
const sizesOf = (picture: string, place: 'sizes' | 'posters' = 'sizes'): string[] =>
  imageWidths.flatMap((width) =>
    imageFormats.map((format) => `${place}/${picture.replace(/\.\w+$/, '')}/${width}.${format}`),
  )
const userOf = new Map(demo.users.map((user) => [user.key, user]))
const courseOf = new Map(demo.courses.map((course) => [course.key, course]))
const pair = ({ course, student }: { course: string; student: string }): string => `${course}/${student}`
const published = demo.courses.filter((course) => course.published)

describe('accounts', () => {
  it('have unique keys and addresses, known roles and something to say', () => {
    expect(userOf.size).toBe(demo.users.length)
    expect(new Set(demo.users.map((user) => user.email)).size).toBe(demo.users.length)
    for (const user of demo.users) {
      expect(user.email).toMatch(/^[a-z.]+@demo\.example$/)
      expect(roles).toContain(user.role)
      expect(user.description.length).toBeGreaterThan(15)
    }
    expect(demoPassword.length).toBeGreaterThanOrEqual(8)
  })

  it('start with one of each role', () => {
    expect(demo.users.slice(0, 3).map(({ email, role }) => [email, role])).toEqual([
      ['student@demo.example', 'student'],
      ['educator@demo.example', 'educator'],
      ['admin@demo.example', 'admin'],
    ])
    expect(demo.users.filter((user) => user.role === 'educator').length).toBeGreaterThanOrEqual(6)
    expect(demo.users.filter((user) => user.role === 'student').length).toBeGreaterThanOrEqual(30)
  })

  it('have portraits that are small square WebP files', async () => {
    const photos = demo.users.flatMap((user) => user.photo ?? [])
    expect(photos.length).toBeGreaterThanOrEqual(8)
    for (const photo of photos) {
      expect(statSync(file(photo)).size).toBeLessThan(8_000)
      expect(await sharp(readFileSync(file(photo))).metadata()).toMatchObject({
        format: 'webp',
        width: 256,
        height: 256,
      })
    }
  })
})

describe('courses', () => {
  it('have points within the limits of the form', () => {
    for (const [key, { outcomes, requirements = [], audience = [] }] of Object.entries(demo.points)) {
      expect(courseOf.has(key), key).toBe(true)
      for (const lines of [outcomes, requirements, audience]) {
        expect(lines.length).toBeLessThanOrEqual(coursePointLimits.lines)
        for (const line of lines) expect(line.length).toBeLessThanOrEqual(coursePointLimits.characters)
      }
    }
  })

  it('cover every category at least twice and every level', () => {
    expect(published.length).toBeGreaterThanOrEqual(27)
    for (const category of categories)
      expect(published.filter((course) => course.category === category).length).toBeGreaterThanOrEqual(2)
    for (const level of levels) expect(published.some((course) => course.level === level)).toBe(true)
  })

  it('belong to educators, carry honest prices and full texts', () => {
    expect(courseOf.size).toBe(demo.courses.length)
    expect(new Set(demo.courses.map((course) => course.title)).size).toBe(demo.courses.length)
    for (const course of demo.courses) {
      expect(userOf.get(course.educator)?.role, course.key).toBe('educator')
      expect(Number.isInteger(course.priceRupees) && course.priceRupees >= 0).toBe(true)
      expect(course.description.split('\n\n').length, course.key).toBeGreaterThanOrEqual(2)
      expect(course.description.length, course.key).toBeGreaterThan(300)
      expect(course.subTitle.length).toBeGreaterThan(20)
    }
    expect(published.filter((course) => course.priceRupees === 0)).toHaveLength(2)
  })

  it('include two drafts of the main educator', () => {
    const drafts = demo.courses.filter((course) => !course.published)
    expect(drafts.map((course) => userOf.get(course.educator)?.email)).toEqual([
      'educator@demo.example',
      'educator@demo.example',
    ])
  })

  it('have 4 to 9 lectures each, the first one free to watch', () => {
    for (const course of demo.courses) {
      const least = course.published ? 4 : 3
      expect(course.lectures.length, course.key).toBeGreaterThanOrEqual(least)
      expect(course.lectures.length, course.key).toBeLessThanOrEqual(9)
      expect(course.lectures[0]?.preview, course.key).toBe(true)
      expect(
        course.lectures.slice(2).some((lecture) => lecture.preview),
        course.key,
      ).toBe(false)
    }
  })

  it('have sections that hold all their lectures, texts where there is no video, and files, in some of them', () => {
    const divided = published.filter(({ sections }) => sections)
    expect(divided.length).toBeGreaterThanOrEqual(3)
    for (const { key, lectures, sections = [] } of divided)
      expect([key, sections.reduce((sum, [, count]) => sum + count, 0)]).toEqual([key, lectures.length])
    const lectures = published.flatMap((course) => course.lectures)
    for (const { title, video, text, quiz } of lectures) expect(video ?? text ?? quiz, title).toBeTruthy()
    const files = lectures.flatMap((lecture) => lecture.files ?? [])
    expect(new Set(files).size).toBe(files.length)
    for (const name of files)
      expect(documentType(undefined, readFileSync(file(`files/${name}`)), name), name).toBeTruthy()
  })

  it('each have a picture of their own, 1280 x 720 and at most 40 kB', async () => {
    expect(new Set(demo.courses.map((course) => course.thumbnail)).size).toBe(demo.courses.length)
    for (const { thumbnail } of demo.courses) {
      expect(statSync(file(thumbnail)).size, thumbnail).toBeLessThanOrEqual(40_000)
      expect(await sharp(readFileSync(file(thumbnail))).metadata()).toMatchObject({
        format: 'webp',
        width: 1280,
        height: 720,
      })
    }
  })
})

describe('videos', () => {
  /** The lines of times of the captions of a video. */
  const timesOf = (video: string, ending: string): string[] =>
    readFileSync(file(video.replace(/\.\w+$/, ending)), 'utf8').match(/^[\d:.]+ --> .*$/gm) ?? []
  const videos = [...new Set(demo.courses.flatMap((course) => course.lectures.flatMap(({ video }) => video ?? [])))]

  it('exist, start with the header of their format and have captions', () => {
    expect(videos.filter((video) => video.endsWith('.mp4')).length).toBeGreaterThanOrEqual(12)
    expect(videos.filter((video) => video.endsWith('.webm')).length).toBeGreaterThanOrEqual(2)
    for (const video of videos) {
      const bytes = readFileSync(file(video))
      if (video.endsWith('.mp4')) {
        expect(bytes.toString('latin1', 4, 8), video).toBe('ftyp')
        expect(bytes.indexOf('moov', 0, 'latin1'), `${video}: index before the pictures`).toBeLessThan(
          bytes.indexOf('mdat', 0, 'latin1'),
        )
      } else expect(bytes.readUInt32BE(0), video).toBe(0x1a45dfa3)
      expect(timesOf(video, '.vtt')[0], video).toMatch(/^00:00:0\d\.\d{3} --> /)
      expect(timesOf(video, '.hi.vtt'), `${video}: shown in Hindi while it is said`).toEqual(timesOf(video, '.vtt'))
    }
  })

  it('lie in the folder beside the pictures and nothing else, in less than 15 MB', () => {
    const pictures = [
      ...demo.courses.map((course) => course.thumbnail),
      ...demo.users.flatMap((user) => user.photo ?? []),
    ]
    const used = [
      ...videos.flatMap((video) => [
        video,
        ...['.vtt', '.hi.vtt'].map((ending) => video.replace(/\.\w+$/, ending)),
        ...sizesOf(video, 'posters'),
      ]),
      ...demo.courses.flatMap(({ lectures }) =>
        lectures.flatMap(({ files = [] }) => files.map((one) => `files/${one}`)),
      ),
      ...pictures,
      ...pictures.flatMap((picture) => sizesOf(picture)),
    ]
    const present = readdirSync(demoMedia, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(fileURLToPath(demoMedia), join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    expect(present.sort()).toEqual(used.sort())
    expect(present.reduce((sum, name) => sum + statSync(file(name)).size, 0)).toBeLessThan(15_000_000)
  })
})

describe('lengths and progress', () => {
  it.skipIf(!isWhole)('tell how long each video is', async () => {
    const lengths = new Map(
      demo.courses.flatMap(({ lectures }) =>
        lectures.flatMap(({ video, seconds }) => (video === undefined ? [] : [[video, seconds] as const])),
      ),
    )
    for (const [video, seconds] of lengths)
      expect([video, await measureVideo({ path: fileURLToPath(file(video)) }, { client: 'demo' })]).toEqual([
        video,
        seconds,
      ])
  })

  it('are of enrolled students, since they enrolled, within the course', () => {
    const since = new Map(demo.enrolments.map((enrolment) => [pair(enrolment), enrolment.daysAgo]))
    expect(new Set(demo.progress.map(pair)).size).toBe(demo.progress.length)
    for (const entry of demo.progress) {
      expect(since.get(pair(entry)) ?? 0, pair(entry)).toBeGreaterThan(entry.daysAgo)
      const lectures = courseOf.get(entry.course)?.lectures ?? []
      expect(lectures.length, pair(entry)).toBeGreaterThanOrEqual(entry.completed)
      expect(lectures[entry.completed]?.seconds ?? 1, pair(entry)).toBeGreaterThan(entry.seconds)
    }
  })
})

describe('attempts, questions and answers', () => {
  const since = new Map(demo.enrolments.map((enrolment) => [pair(enrolment), enrolment.daysAgo]))

  it('are of students who were enrolled by then, about what is there', () => {
    for (const attempt of demo.attempts) {
      const questions = courseOf.get(attempt.course)?.lectures.find(({ quiz }) => quiz)?.quiz?.questions ?? []
      expect(since.get(pair(attempt)) ?? 0, pair(attempt)).toBeGreaterThan(attempt.daysAgo)
      expect(Math.max(0, ...attempt.wrong), pair(attempt)).toBeLessThanOrEqual(questions.length)
    }
    for (const question of demo.asked) {
      const course = courseOf.get(question.course)
      const isPart = (user: string, daysAgo: number): boolean =>
        course?.educator === user || (since.get(pair({ course: question.course, student: user })) ?? 0) > daysAgo
      expect(isPart(question.student, question.daysAgo), pair(question)).toBe(true)
      expect(course?.lectures[question.lecture - 1]?.seconds ?? 0, pair(question)).toBeGreaterThan(question.second)
      for (const voter of question.votes) expect(isPart(voter, 0), `${pair(question)} ${voter}`).toBe(true)
      for (const { user, daysAgo } of question.answers) {
        expect(isPart(user, daysAgo), `${pair(question)} ${user}`).toBe(true)
        expect(daysAgo).toBeLessThan(question.daysAgo)
      }
    }
    for (const { course, answers } of demo.assignments)
      for (const { student, daysAgo } of answers)
        expect(since.get(pair({ course, student })) ?? 0, `${course} ${student}`).toBeGreaterThan(daysAgo)
  })

  it('leave three courses that use all of it: a certificate, a quiz with attempts, an assignment, questions and notes', () => {
    const whole = demo.courses.filter(
      ({ key, certificate }) =>
        certificate &&
        [demo.attempts, demo.assignments, demo.asked, demo.notes].every((all) =>
          all.some(({ course }) => course === key),
        ),
    )
    expect(whole.map(({ key }) => key).toSorted()).toEqual(['css-layout', 'git-teamwork', 'personal-finance'])
  })
})

describe('enrolments and reviews', () => {
  it('join known students with published courses, once', () => {
    expect(new Set(demo.enrolments.map(pair)).size).toBe(demo.enrolments.length)
    for (const enrolment of demo.enrolments) {
      const course = courseOf.get(enrolment.course)
      expect(course?.published, pair(enrolment)).toBe(true)
      expect(userOf.get(enrolment.student)?.role, pair(enrolment)).toBe('student')
      expect(enrolment.daysAgo, pair(enrolment)).toBeLessThan(course?.createdDaysAgo ?? 0)
      expect(enrolment.daysAgo).toBeGreaterThan(0)
    }
  })

  it('review only what the student is enrolled in, once, and after enrolling', () => {
    const since = new Map(demo.enrolments.map((enrolment) => [pair(enrolment), enrolment.daysAgo]))
    expect(new Set(demo.reviews.map(pair)).size).toBe(demo.reviews.length)
    for (const review of demo.reviews) {
      expect(since.get(pair(review)) ?? 0, pair(review)).toBeGreaterThan(review.daysAgo)
      expect([1, 2, 3, 4, 5]).toContain(review.rating)
      expect(review.comment.length).toBeLessThanOrEqual(2_000)
    }
  })

  it('are many, different, and spread unevenly', () => {
    const comments = demo.reviews.map((review) => review.comment).filter(Boolean)
    expect(demo.reviews.length).toBeGreaterThanOrEqual(110)
    expect(new Set(comments).size).toBe(comments.length)
    const counts = published.map((course) => demo.reviews.filter((review) => review.course === course.key).length)
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(2)
    expect(Math.max(...counts)).toBeGreaterThanOrEqual(10)
  })

  it('leave the main student a wishlist: published courses that they do not have', () => {
    const enrolled = new Set(demo.enrolments.map(pair))
    expect(demo.wishlistItems.length).toBeGreaterThanOrEqual(3)
    for (const wishlistItem of demo.wishlistItems) {
      expect(courseOf.get(wishlistItem.course)?.published, pair(wishlistItem)).toBe(true)
      expect(courseOf.get(wishlistItem.course)?.createdDaysAgo ?? 0, pair(wishlistItem)).toBeGreaterThan(
        wishlistItem.daysAgo,
      )
      expect(userOf.get(wishlistItem.student)?.role, pair(wishlistItem)).toBe('student')
      expect(enrolled.has(pair(wishlistItem)), pair(wishlistItem)).toBe(false)
    }
  })

  it('leave the main student notes in lectures that they have, within their videos and texts', () => {
    const enrolled = new Set(demo.enrolments.map(pair))
    expect(demo.notes.length).toBeGreaterThanOrEqual(3)
    for (const note of demo.notes) {
      const lecture = courseOf.get(note.course)?.lectures[note.lecture - 1]
      expect(enrolled.has(pair(note)), pair(note)).toBe(true)
      if ('second' in note) expect(lecture?.seconds ?? 0).toBeGreaterThan(note.second)
      else expect(lecture?.text).toContain(note.quote)
    }
  })

  it('tell of lower prices of wishlist courses and lectures of courses that the main student has', () => {
    const main = 'aarav-mehta'
    const onWishlist = new Set(demo.wishlistItems.map(pair))
    const enrolled = new Map(demo.enrolments.map((enrolment) => [pair(enrolment), enrolment.daysAgo]))
    for (const one of demo.activity) {
      const course = courseOf.get(one.course)
      const key = pair({ course: one.course, student: main })
      if (one.kind === 'price') {
        expect([onWishlist.has(key), one.wasRupees > (course?.priceRupees ?? 0)], one.course).toEqual([true, true])
      } else {
        expect(course?.lectures[one.place - 1], one.course).toBeDefined()
        expect(enrolled.get(key) ?? 0, one.course).toBeGreaterThan(one.daysAgo)
      }
    }
  })

  it('give the main student a shelf to start with', () => {
    const own = demo.enrolments.filter((enrolment) => enrolment.student === 'aarav-mehta')
    expect(own.length).toBeGreaterThanOrEqual(3)
    expect(own.length).toBeLessThanOrEqual(4)
  })
})

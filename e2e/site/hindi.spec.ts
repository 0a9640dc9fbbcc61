import { type Browser, type Page, request } from '@playwright/test'
import { addLecture, type Client, enrol, makeCourse, review, signOut, stamp, startAs } from '../support/api.ts'
import { badlySet, notInHindi } from '../support/hindi.ts'
import { addressOf, enrolledStudent } from '../support/lectures.ts'
import { callMs, type Guest, test } from '../support/live.ts'
import { ownServer } from '../support/own-server.ts'
import { walkPayoutRun } from '../support/payout-run.ts'
import { findFaults } from '../support/screen-faults.ts'
import { awaitScripts, expect, expectNoSidewaysScroll, goByRouter, onlyWithAll, watch } from '../support/test.ts'

async function readInHindi(page: Page, path: string): Promise<string[]> {
  // the first page of each role comes as a document, the others as links lead to them, with their messages from files
  await (page.url() === 'about:blank' ? page.goto(path) : goByRouter(page, path))
  await expect(page.locator('html'), path).toHaveAttribute('lang', 'hi')
  await expectNoSidewaysScroll(page)
  return (await notInHindi(page)).map((one) => `${path}\t${one}`)
}

type Person = Client & { email: string }

const password = 'a long enough password'

/** Opens an account in a shop, without a page. */
async function person(baseURL: string, role: 'student' | 'educator' | 'admin', name: string): Promise<Person> {
  const client = { request: await request.newContext({ baseURL }), email: `${role}@learn.example` }
  const made = await client.request.post('/api/auth/signup', { data: { name, email: client.email, password, role } })
  expect(made.status()).toBe(201)
  expect((await client.request.post('/api/language', { data: { language: 'hi' } })).ok()).toBe(true)
  return client
}

/** Sends something as someone, and returns what is answered. */
async function send({ request }: Client, path: string, data: object) {
  const answer = await request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** A quiz that was answered, an assignment that waits to be marked, and a course that was completed with a certificate. */
async function teach(educator: Person, student: Person) {
  const courseId = await makeCourse(educator, 'धागे और गाँठें')
  await educator.request.post(`/api/course/editcourse/${courseId}`, { multipart: { certificate: 'true' } })
  const { lecture: quiz } = await send(educator, `/api/quiz/course/${courseId}`, { title: 'छोटी क्विज़' })
  const asked = { prompt: 'गाँठ खुल सकती है?', explanation: 'हाँ, खुल सकती है।', points: 1, kind: 'truth', right: true }
  const { question } = await send(educator, `/api/quiz/bank/${courseId}`, { question: asked })
  const { settings } = await (await educator.request.get(`/api/quiz/edit/${quiz._id}`)).json()
  await send(educator, `/api/quiz/edit/${quiz._id}`, {
    title: 'छोटी क्विज़',
    settings: { ...settings, parts: [{ kind: 'question', questionId: question._id }] },
  })
  const { lecture: assignment } = await send(educator, `/api/course/createassignment/${courseId}`, { title: 'एक गाँठ' })
  await enrol(student, courseId)
  const { attempt } = await send(student, `/api/quiz/begin/${quiz._id}`, {})
  await send(student, `/api/quiz/attempt/${attempt._id}/handin`, {})
  const written = { text: 'हो गई', revision: 'a-revision-of-ravi', base: null }
  await send(student, `/api/assignments/${assignment._id}/handin`, written)
  const { answers } = await (await educator.request.get('/api/answers?state=all')).json()
  const { user } = await (await student.request.get('/api/user/current')).json()
  return {
    courseId,
    quiz: `${courseId}/${quiz._id}`,
    attemptId: attempt._id,
    assignment: `${courseId}/${assignment._id}`,
    answerId: answers[0]._id,
    studentId: user._id,
  }
}

/** A shop in which people write Hindi alone: a course with lectures, a sale, a review, a question of a category that is empty. */
async function fillShop(baseURL: string) {
  const admin = await person(baseURL, 'admin', 'आशा')
  const educator = await person(baseURL, 'educator', 'मीरा')
  const student = await person(baseURL, 'student', 'रवि')
  const courseId = await makeCourse(educator, 'रसोई का गणित')
  await educator.request.post(`/api/course/editcourse/${courseId}`, { multipart: { certificate: 'true' } })
  const lectureId = await addLecture(educator, courseId, 'नाप और तोल')
  await enrol(student, courseId)
  await review(student, courseId, 4, 'बहुत अच्छा लगा')
  await send(student, `/api/learning/lecture/${lectureId}`, { completed: true })
  const { serial } = await send(student, `/api/certificates/course/${courseId}`, {})
  return { admin, educator, student, courseId, lectureId, serial, taught: await teach(educator, student) }
}

/**
 * The check of messages finds what has no Hindi; here it is about texts that are no messages, and about their room.
 */

const visitorPages = [
  '/',
  '/browse',
  '/signup',
  '/nowhere',
  '/terms',
  '/login',
  '/forgotpassword',
  '/browse/ai-ml',
  '/grievance',
]
const studentPages = [
  '/',
  '/account/security',
  '/allcourses',
  '/purchases',
  '/account/data',
  '/enrolledcourses',
  '/notifications',
  '/searchwithai',
  '/wishlist',
  '/profile',
  '/editprofile',
  '/account/profile',
  '/account/notifications',
  '/account/billing',
]
const educatorPages = [
  '/dashboard',
  '/earnings',
  '/createcourses',
  '/courses',
  '/offers/coupons',
  '/students',
  '/reviews',
  '/questions',
  '/livesessions',
  '/offers/bundles',
  '/notifications',
  '/profile',
]
const adminPages = [
  'dashboard',
  'settings',
  'users',
  'orders',
  'courses',
  'reviews',
  'money',
  'payouts',
  'storage',
  'coupons',
  'bundles',
  'audit',
  'pages',
  'posts',
].map((name) => `/admin/${name}`)

test('a page of each kind has room for Hindi, on a phone and on a desktop', async ({ page }) => {
  const read = async (...paths: string[]) => {
    await page.request.post('/api/language', { data: { language: 'hi' } })
    const found: string[] = []
    for (const path of paths) {
      await page.goto(path)
      await expect(page.locator('html'), path).toHaveAttribute('lang', 'hi')
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 844 })
        await expectNoSidewaysScroll(page)
        found.push(...(await badlySet(page)).map((one) => `${path}\t${one}`))
      }
    }
    await signOut(page)
    return found
  }
  const found = await read('/')
  const { course } = await enrolledStudent(page)
  found.push(...(await read(`/viewcourse/${course._id}`, addressOf(course, 0))))
  await startAs(page, 'educator', 'मीरा')
  found.push(...(await read(`/addcourses/${await makeCourse(page, `रसोई का गणित ${stamp()}`)}`)))
  await startAs(page, 'admin', 'आशा')
  found.push(...(await read('/admin/settings')))
  expect(found).toEqual([])
})

test('pages of every role are in Hindi, on a phone and on a desktop', async ({ browser, guest }) => {
  onlyWithAll('a page of each kind in every run; texts without Hindi are found in the sources')
  const server = await ownServer({})
  try {
    const { courseId, lectureId, serial, taught, ...people } = await fillShop(server.url)
    const ofCourse = [`/viewcourse/${courseId}`, `/viewlecture/${courseId}`]
    const ofOwn = [`/addcourses/${courseId}`, `/editlecture/${courseId}/${lectureId}`, `/createlecture/${courseId}`]
    const learning = [
      `/quiz/${taught.quiz}`,
      `/certificate/${serial}`,
      `/notes/${courseId}`,
      '/certificates',
      `/marks/${taught.courseId}`,
      `/assignment/${taught.assignment}`,
    ]
    const teaching = [
      ...['insight', `students/${taught.studentId}`, 'openings', 'students', 'announcements', 'questions'].map(
        (of) => `/courses/${taught.courseId}/${of}`,
      ),
      `/editquiz/${taught.quiz}`,
      `/answers/${taught.answerId}`,
      `/courses/${taught.courseId}/marks`,
      '/answers',
      `/editassignment/${taught.assignment}`,
      `/editquiz/${taught.quiz}/attempts`,
      `/editquiz/${taught.quiz}/attempts/${taught.attemptId}`,
      `/quizstatistics/${taught.quiz.split('/')[1]}`,
    ]
    const left = [
      ...(await walk(browser, server.url, null, [...visitorPages, `/course/x-${courseId}`])),
      ...(await walk(browser, server.url, people.student, [...studentPages, ...ofCourse, ...learning])),
      ...(await walk(browser, server.url, people.educator, [...educatorPages, ...ofOwn, ...teaching])),
      ...(await walk(browser, server.url, people.admin, adminPages)),
      ...(await test.step('a live class', () => teachLive(server.url, { ...people, lectureId }, guest))),
    ]
    expect([...new Set(left)]).toEqual([])
  } finally {
    await server.remove()
  }
})

test('a run of payouts is in Hindi, with its dialogs', async ({ guest, atEnd }) => {
  onlyWithAll('each state of a run in both widths')
  const left = await walkPayoutRun({ guest, atEnd, language: 'hi' }, async (page, path, open) => {
    const found: string[] = []
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(path)
      await open?.(page)
      found.push(...(await notInHindi(page)), ...(await findFaults(page)))
    }
    return found.map((one) => `${path}\t${one}`)
  })
  expect(left).toEqual([])
})

/** Opens pages as someone, and returns the Latin words on them; an error of the console fails the test. */
async function walk(
  browser: Browser,
  baseURL: string,
  who: Person | null,
  paths: readonly string[],
): Promise<string[]> {
  const state = who ? await who.request.storageState() : undefined
  const context = await browser.newContext({ baseURL, locale: 'hi-IN', ...(state && { storageState: state }) })
  const page = awaitScripts(await context.newPage())
  const problems: string[] = []
  watch(page, problems)
  const left: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: 390, height: 844 })
    left.push(...(await readInHindi(page, path)))
    await page.setViewportSize({ width: 1280, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await context.close()
  // the page that does not exist is answered by 404
  expect(problems.filter((one) => !/status of 404/.test(one))).toEqual([])
  return left
}

/** Words whose letters join; a joiner in the last one lets its r stand as a dash. */
const said = 'क्षेत्र, विद्यार्थी, दर्‍या'

type Class = { educator: Person; student: Person; lectureId: string }

/** A live class of two, from the lobby to its end; returns the Latin words and cut texts on its screens. */
async function teachLive(baseURL: string, { educator, student, lectureId }: Class, guest: Guest): Promise<string[]> {
  const left: string[] = []
  const read = async (page: Page, where: string) => {
    // names of the devices are the machine's
    const found = (await notInHindi(page)).filter((one) => !/fake/i.test(one))
    left.push(...found.map((one) => `${where}\t${one}`))
  }
  const enter = async (who: Person) => {
    const page = await guest({ baseURL })
    await page.context().addCookies((await who.request.storageState()).cookies)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/live/${lectureId}`)
    await read(page, 'lobby')
    await page.getByRole('button', { name: 'अभी जॉइन करें' }).click()
    return page
  }
  expect((await educator.request.post(`/api/live/start-live/${lectureId}`)).status()).toBe(200)
  const [teacher, learner] = await Promise.all([enter(educator), enter(student)])
  await learner.getByPlaceholder('मैसेज लिखें...').fill(said, { timeout: callMs })
  await learner.getByRole('button', { name: 'भेजें' }).click()
  const received = teacher.getByRole('region', { name: 'अब तक के मैसेज' }).getByText(said)
  await expect(received).toBeVisible({ timeout: callMs })
  const widths = await received.evaluate((element) => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) throw new Error('the browser draws nothing')
    context.font = `16px ${getComputedStyle(element).fontFamily}`
    return ['र\u094D\u200Dय', 'र\u094D\u200Cय'].map((text) => context.measureText(text).width)
  })
  expect(widths[0], 'what a joiner joins').not.toBe(widths[1])

  await learner.getByRole('button', { name: 'हाथ उठाएँ' }).click()
  await teacher.getByRole('button', { name: 'लोग: 2, उठे हाथ: 1' }).click()
  for (const page of [teacher, learner]) await read(page, 'room')
  await teacher.keyboard.press('Escape')
  await teacher.getByRole('button', { name: 'सेशन खत्म करें' }).click()
  await read(teacher, 'question')
  await teacher.getByRole('button', { name: 'सबके लिए खत्म करें' }).click()
  await expect(learner.getByRole('heading', { name: 'सेशन खत्म हो गया है' })).toBeVisible()
  await read(learner, 'end')
  // before the server ends
  for (const page of [teacher, learner]) await page.context().close()
  return left
}

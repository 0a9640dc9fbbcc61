import type { BrowserContext, Page } from '@playwright/test'
import { enrol, makeCourse, stamp, startAs } from './api.ts'
import { test as base, expect, watch } from './test.ts'

/** Calls take as long as the machine lets them: everybody encodes for everybody, on cores that others use too. In milliseconds. */
export const callMs = 60_000

export type Session = { educator: Page; courseId: string; lectureId: string; lectureTitle: string }

type Extras = {
  /** a lecture of who is on the page, a new educator */
  session: Session
  /** A further page, in a browser of its own as far as cookies go. What goes wrong there is the test's, unless it asks for it. */
  guest: (options?: { problems?: string[]; baseURL?: string }) => Promise<Page>
}

export const test = base.extend<Extras>({
  session: async ({ page }, use) => use(await teach(page)),
  guest: async ({ browser, problems }, use, { project }) => {
    // what the project says of screens and motion; the rest belongs to the runner
    const { viewport, isMobile, hasTouch, deviceScaleFactor, baseURL, reducedMotion } = project.use
    const opened: BrowserContext[] = []
    await use(async (options = {}) => {
      const wanted = { viewport, isMobile, hasTouch, deviceScaleFactor, reducedMotion, baseURL, ...options }
      const context = await browser.newContext({
        // undefined is not allowed where a setting is absent
        ...Object.fromEntries(
          Object.entries(wanted).filter(([name, value]) => name !== 'problems' && value !== undefined),
        ),
        permissions: ['camera', 'microphone'],
      })
      opened.push(context)
      const page = await context.newPage()
      watch(page, options.problems ?? problems)
      return page
    })
    for (const context of opened) await context.close()
  },
})

/** A course with a lecture of who is on the page, a new educator. */
export async function teach(educator: Page, lectureTitle = 'Questions and answers'): Promise<Session> {
  await startAs(educator, 'educator', 'Asha Educator')
  const courseId = await makeCourse(educator, `Live evenings ${stamp()}`)
  const data = { lectureTitle, isLive: false, liveStartTime: null }
  const made = await educator.request.post(`/api/course/createlecture/${courseId}`, { data })
  expect(made.status()).toBe(201)
  const { lecture } = await made.json()
  return { educator, courseId, lectureId: lecture._id, lectureTitle }
}

/** A new student of the session's course. */
export async function attend(page: Page, { courseId }: Session, name: string): Promise<Page> {
  await startAs(page, 'student', name)
  await enrol(page, courseId)
  return page
}

export async function startSession({ educator, lectureId }: Session): Promise<void> {
  expect((await educator.request.post(`/api/live/start-live/${lectureId}`)).status()).toBe(200)
}

/** Through the lobby into the room. */
export async function join(page: Page, { lectureId }: Session): Promise<void> {
  await page.goto(`/live/${lectureId}`)
  await enter(page)
}

export async function enter(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Join now' }).click()
  await expect(page.getByRole('heading', { name: 'Live Chat' })).toBeVisible({ timeout: callMs })
}

type Frame = { width: number; time: number }

const frames = (page: Page): Promise<Frame[]> =>
  page.locator('video[data-remote]').evaluateAll((videos) =>
    videos.map((video) => {
      const { videoWidth, currentTime } = video as HTMLVideoElement // the selector names videos
      return { width: videoWidth, time: currentTime }
    }),
  )

/** Waits until the page shows so many others, each with a picture that moves. */
export async function expectToSee(page: Page, others: number): Promise<void> {
  await expect
    .poll(async () => (await frames(page)).filter(({ width }) => width > 0).length, { timeout: callMs })
    .toBe(others)
  const before = await frames(page)
  expect(before).toHaveLength(others)
  await expect
    .poll(async () => (await frames(page)).filter(({ time }, index) => time > (before[index]?.time ?? 0)).length, {
      timeout: callMs,
    })
    .toBe(others)
}

/** Everybody sees everybody else. */
export const expectAllToSee = (pages: readonly Page[]): Promise<unknown> =>
  Promise.all(pages.map((page) => expectToSee(page, pages.length - 1)))

export async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Type a message...').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Where messages stand. */
export const chat = (page: Page) => page.getByRole('region', { name: 'Messages so far' })

import type { Page } from '@playwright/test'
import { addLecture, type Client, enrol, makeCourse, stamp, startAs } from './api.ts'
import { test as base, expect, watch } from './test.ts'

/** Timeout of what a call needs, in milliseconds: each participant encodes for each other one, on cores that others use too. */
export const callMs = 60_000

export type Session = { educator: Page; courseId: string; lectureId: string; lectureTitle: string }

/** `microphone`: whether their machine has one; without, a call costs half. */
export type Guest = (options?: { problems?: string[]; baseURL?: string; microphone?: boolean }) => Promise<Page>

type Extras = {
  /** a lecture of who is on the page, a new educator */
  session: Session
  /** A further page, in a browser of its own as far as cookies go. What goes wrong there is the test's, unless it asks for it. */
  guest: Guest
  /** Called at the end of the test, last first, whatever came of it. */
  atEnd: (clean: () => unknown) => void
  /** A further browser, started with what this makes of the project's arguments, and a page in it. */
  otherBrowser: (change: (args: string[]) => string[], permissions: string[]) => Promise<Page>
}

/**
 * Runs in each page: cameras send small pictures, microphones what they hear. Encoding for everybody and cleaning sound is
 * what a call costs, and no test looks at their quality.
 */
function takeLessWork(): void {
  const { mediaDevices } = navigator
  if (!mediaDevices) return
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  const less = (wanted: boolean | MediaTrackConstraints | undefined, values: MediaTrackConstraints) =>
    wanted ? { ...(typeof wanted === 'object' && wanted), ...values } : false
  mediaDevices.getUserMedia = (wanted) =>
    ask({
      video: less(wanted?.video, { width: 160, height: 120, frameRate: 5 }),
      audio: less(wanted?.audio, { echoCancellation: false, noiseSuppression: false, autoGainControl: false }),
    })
  // a host's camera becomes larger in a class
  MediaStreamTrack.prototype.applyConstraints = async () => {}
}

/** Runs in each page of a machine without a microphone. */
function haveNoMicrophone(): void {
  const { mediaDevices } = navigator
  if (!mediaDevices) return
  const ask = mediaDevices.getUserMedia.bind(mediaDevices)
  mediaDevices.getUserMedia = async (wanted) => {
    if (wanted?.audio) throw new DOMException('Requested device not found', 'NotFoundError')
    return ask(wanted)
  }
}

export const test = base.extend<Extras>({
  context: async ({ context }, use) => {
    await context.addInitScript(takeLessWork)
    await use(context)
  },
  session: async ({ page }, use) => use(await teach(page)),
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  atEnd: async ({}, use) => {
    const all: (() => unknown)[] = []
    await use((clean) => all.push(clean))
    for (const clean of all.reverse()) await clean()
  },
  guest: async ({ browser, problems, atEnd }, use) =>
    use(async ({ problems: theirs = problems, microphone = false, ...options } = {}) => {
      const context = await browser.newContext({ permissions: ['camera', 'microphone'], ...options })
      await context.addInitScript(takeLessWork)
      if (!microphone) await context.addInitScript(haveNoMicrophone)
      atEnd(() => context.close())
      const page = await context.newPage()
      watch(page, theirs)
      return page
    }),
  otherBrowser: async ({ playwright, problems, atEnd }, use, { project }) =>
    use(async (change, permissions) => {
      const { launchOptions, viewport, baseURL } = project.use
      const args = change(launchOptions?.args ?? [])
      const browser = await playwright.chromium.launch({ ...launchOptions, args })
      atEnd(() => browser.close())
      // axe wants a context
      const context = await browser.newContext({ viewport: viewport ?? null, ...(baseURL && { baseURL }), permissions })
      await context.addInitScript(takeLessWork)
      const page = await context.newPage()
      watch(page, problems)
      return page
    }),
})

/** A course with a lecture of who is on the page, a new educator. */
export async function teach(educator: Page, lectureTitle = 'Questions and answers'): Promise<Session> {
  await startAs(educator, 'educator', 'Asha Educator')
  const courseId = await makeCourse(educator, `Live evenings ${stamp()}`)
  return { educator, courseId, lectureId: await addLecture(educator, courseId, lectureTitle), lectureTitle }
}

/** A new student of the session's course. */
export async function attend<Someone extends Client>(
  page: Someone,
  { courseId }: Session,
  name: string,
): Promise<Someone> {
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
export async function expectToSee(page: Page, others: number, within = callMs): Promise<void> {
  await expect
    .poll(async () => (await frames(page)).map(({ width }) => width > 0), { timeout: within })
    .toEqual(Array.from({ length: others }, () => true))
  const before = await frames(page)
  await expect
    .poll(async () => (await frames(page)).map(({ time }, index) => time > (before[index]?.time ?? 0)), {
      timeout: within,
    })
    .toEqual(Array.from({ length: others }, () => true))
}

/** Waits until each page shows all others. */
export const expectAllToSee = (pages: readonly Page[]): Promise<unknown> =>
  Promise.all(pages.map((page) => expectToSee(page, pages.length - 1)))

export async function write(page: Page, text: string): Promise<void> {
  const field = page.getByPlaceholder('Type a message...')
  await field.fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
  // with the focus a phone keeps its keyboard open
  await expect(field).toBeFocused()
}

/** Where messages stand. */
export const chat = (page: Page) => page.getByRole('region', { name: 'Messages so far' })

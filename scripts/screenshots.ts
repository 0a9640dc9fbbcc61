import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, devices, type Page } from '@playwright/test'
import type { demoAccounts } from '#testing/accounts'
import { signInAs } from '#testing/api'
import { ownServer } from '#testing/own-server'
import { awaitScripts } from '#testing/test'
import { PlainError } from './launch/plain-error.mjs'
import { ensureWebBuild } from './prepare/ensure-web-build.ts'
import { findBrowser } from './prepare/find-browser.ts'
import { projectRoot } from './project-root.ts'

const folder = join(projectRoot, 'docs', 'images')
/** of WebP, where 100 is best */
const quality = 78
const desktop: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
const phone: BrowserContextOptions = {
  ...devices['Pixel 7'],
  viewport: { width: 420, height: 840 },
  deviceScaleFactor: 1,
  colorScheme: 'dark',
}

type Site = {
  /** Calls `use` with a page of a new browser context, signed in where a role is named, and returns its result. */
  open: <T>(
    options: BrowserContextOptions & { as?: Exclude<keyof typeof demoAccounts, 'password'> },
    use: (page: Page) => Promise<T>,
  ) => Promise<T>
}

/** The pictures of the README by file name. Each returns the bytes of a WebP file. */
const pictures: Record<string, (site: Site) => Promise<Buffer>> = {
  // as wide as most desktops, so that the strip below the hero is in the picture
  home: ({ open }) =>
    open({ viewport: { width: 1440, height: 900 } }, (page) =>
      take(page, '/', () =>
        page.getByRole('banner').getByRole('link', { name: 'Search with AI' }).waitFor({ state: 'visible' }),
      ),
    ),

  learning: ({ open }) =>
    open({ ...desktop, as: 'student' }, async (page) => {
      const { course } = await findCourse(page, 'UI Design Foundations')
      const [first, second] = course.lectures
      if (!first || !second) throw new PlainError('The course of the picture has fewer than two lectures.')
      await page.request.post(`/api/learning/lecture/${first._id}`, { data: { completed: true } })
      return take(page, `/viewlecture/${course._id}?lecture=${second._id}`, async () => {
        const video = page.locator('video')
        await video.evaluate((element: HTMLVideoElement) => {
          element.muted = true
          return element.play()
        })
        await video.evaluate(async (element: HTMLVideoElement) => {
          element.pause()
          element.currentTime = 10
          await new Promise((resolve) => element.addEventListener('seeked', resolve, { once: true }))
        })
      })
    }),

  dashboard: ({ open }) =>
    open({ viewport: { width: 1280, height: 1135 }, reducedMotion: 'reduce', as: 'educator' }, (page) =>
      // the chart is loaded behind the page
      take(page, '/dashboard', () => page.locator('.recharts-bar-rectangle path').first().waitFor()),
    ),

  'phone-dark': async ({ open }) => {
    const screens: Buffer[] = []
    for (const path of ['/notifications', '/allcourses?sort=popular', '/enrolledcourses'])
      screens.push(
        await open({ ...phone, as: 'student' }, async (page) => {
          await settle(page, path)
          return page.screenshot()
        }),
      )
    return open({ viewport: { width: 1320, height: 860 } }, async (page) => {
      const images = screens.map((bytes) => `<img src="data:image/png;base64,${bytes.toString('base64')}">`)
      const style = 'margin:0;padding:10px;display:flex;gap:20px;background:#fbf9f0'
      await page.setContent(`<body style="${style}">${images.join('')}</body>`)
      return encode(page)
    })
  },

  'course-dark': ({ open }) =>
    open({ viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }, async (page) => {
      const { slug } = await findCourse(page, 'Web Development From Zero')
      return take(page, `/course/${slug}`)
    }),
}

/**
 * `npm run screenshots` takes the pictures of the README again, or those that are named, from a server of its own with the demo's
 * data. Look at each before you commit it.
 */
export async function run(names: string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(pictures, name))
  if (unknown.length > 0)
    throw new PlainError(`There is no picture "${unknown[0]}". There are: ${Object.keys(pictures).join(', ')}.`)
  const { path: executablePath } = await findBrowser()
  await ensureWebBuild()
  const server = await ownServer({ SEED: 'demo' })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--hide-scrollbars'] })
  try {
    const site = siteIn(browser, server.url)
    for (const [name, make] of Object.entries(pictures)) {
      if (names.length > 0 && !names.includes(name)) continue
      const bytes = await make(site)
      writeFileSync(join(folder, `${name}.webp`), bytes)
      console.log(`docs/images/${name}.webp  ${Math.round(bytes.length / 1024)} KiB`)
    }
  } finally {
    await browser.close()
    await server.remove()
  }
}

const siteIn = (browser: Browser, baseURL: string): Site => ({
  async open({ as, ...options }, use) {
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', locale: 'en-IN', ...options })
    try {
      context.setDefaultTimeout(20_000)
      const page = awaitScripts(await context.newPage())
      if (as) await signInAs(page, as)
      return await use(page)
    } finally {
      await context.close()
    }
  },
})

async function take(page: Page, path: string, prepare?: () => Promise<void>): Promise<Buffer> {
  await settle(page, path)
  await prepare?.()
  return encode(page)
}

/** Opens a page, and waits until its fonts and its visible images are there. */
async function settle(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.waitForFunction(() => {
    const visible = [...document.images].filter(
      (image) => image.checkVisibility() && image.getBoundingClientRect().top < innerHeight,
    )
    return document.fonts.status === 'loaded' && visible.every(({ complete }) => complete)
  })
}

/** The visible part of a page as WebP, which Playwright itself cannot write. */
async function encode(page: Page): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page)
  const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality })
  return Buffer.from(data, 'base64')
}

type Found = { course: { _id: string; lectures: { _id: string }[] }; slug: string }

/** Finds a course of the demo by the beginning of its title. */
async function findCourse(page: Page, title: string): Promise<Found> {
  const { courses } = await (await page.request.get('/api/course/catalogue?limit=50')).json()
  const card = courses.find((one: { title: string }) => one.title.startsWith(title))
  if (!card) throw new PlainError(`The demo has no course "${title}".`)
  const course = await (await page.request.get(`/api/course/getcourse/${card._id}`)).json()
  return { course, slug: card.slug ?? card._id }
}

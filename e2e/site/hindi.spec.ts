import { type Browser, type Page, request } from '@playwright/test'
import { addLecture, type Client, enrol, makeCourse, review } from '../support/api.ts'
import { ownServer } from '../support/own-server.ts'
import { awaitScripts, expect, expectNoSidewaysScroll, test, watch } from '../support/test.ts'

/** Latin words that Hindi pages have: names of products, formats and codes, as Indian apps write them. */
const allowed =
  /^(AI|ML|UI|UX|API|APIs|IFSC|GST|GSTIN|SAC|CGST|SGST|IGST|UTGST|PDF|CSV|ICS|MP4|MOV|WebM|WebVTT|VTT|SRT|SubRip|JPEG|PNG|WebP|AVIF|GIF|ZIP|GB|MB|kB|KB|UPI|URL|OTP|HTML|HTTP|HTTPS|TUS|ffmpeg|Google|Razorpay|Chrome|Firefox|Safari|Edge|Chromium|Linux|Wi|Fi|WiFi|MERN|React|Node|js|npm|Alt|Ctrl|Enter|Shift|Esc|Tab|IST|am|pm|Virtual|Courses|DELETE|SBIN|PUBLIC|vtt|srt|iOS|en|hi|Windows|macOS|Android|Anthropic|OpenAI|Gemini|Ollama|English|Markdown|https|reactjs|react|python|data|science|statistics)$/

/** Returns the Latin words that a page shows, or says to screen readers. */
const latinWords = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const note = (text: string, where: string): void => {
      for (const [word] of text.matchAll(/(?<![\p{L}\p{N}@._/:-])[A-Za-z]{2,}(?![\p{L}\p{N}@/])/gu))
        found.push(`${word}\t${where}`)
    }
    const skipped = 'script, style, noscript, code, [translate=no], [lang=en]'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent ?? ''
      if (!node.parentElement?.closest(skipped)) note(text, text.trim().slice(0, 80))
    }
    for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest(skipped)) continue
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const text = element.getAttribute(name)
        if (text) note(text, `${name}: ${text.slice(0, 80)}`)
      }
    }
    return found
  })

/**
 * Returns the controls whose text is cut off or runs out of their box: buttons, tabs, badges, heads of tables. A text that ends in three dots
 * by design is not among them.
 */
const cutTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls =
      'button, [role=tab], [role=menuitem], th, label, summary, nav a, header a, a[class*=min-h], [class*=badge]'
    return [...document.body.querySelectorAll<HTMLElement>(controls)].flatMap((element) => {
      const text = element.innerText?.trim() ?? ''
      const box = element.getBoundingClientRect()
      const style = getComputedStyle(element)
      if (text === '' || box.width <= 1 || box.height <= 1 || style.display === 'inline') return []
      if (element.closest('.sr-only, [hidden]') || style.textOverflow === 'ellipsis') return []
      const range = document.createRange()
      range.selectNodeContents(element)
      const scrolls = element.closest('[class*=overflow-x-auto], [class*=overflow-auto]')
      const out = [...range.getClientRects()].some(
        (part) =>
          part.width > 1 &&
          part.height > 1 &&
          (part.left < box.left - 1.5 ||
            part.right > box.right + 1.5 ||
            part.top < box.top - 4 ||
            part.bottom > box.bottom + 4),
      )
      const clipped = style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      const beyond = !scrolls && (box.right > innerWidth + 1 || box.left < -1)
      const hidden = element.querySelector('.sr-only, .absolute, [class*=absolute]') !== null
      return (out && !hidden) || clipped || beyond
        ? [`cut: ${text.slice(0, 60)} (${element.tagName} ${element.className.toString().slice(0, 60)})`]
        : []
    })
  })

async function readInHindi(page: Page, path: string): Promise<string[]> {
  await page.goto(path)
  await expect(page.locator('html'), path).toHaveAttribute('lang', 'hi')
  await expectNoSidewaysScroll(page)
  const cut = (await cutTexts(page)).map((one) => `${path}\t${one}`)
  const words = await latinWords(page)
  return cut.concat(words.filter((one) => !allowed.test(one.split('\t')[0] ?? '')).map((one) => `${path}\t${one}`))
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

/** A shop in which people write Hindi alone: a course with lectures, a sale, a review, a question of a category that is empty. */
async function fillShop(baseURL: string) {
  const admin = await person(baseURL, 'admin', 'आशा')
  const educator = await person(baseURL, 'educator', 'मीरा')
  const student = await person(baseURL, 'student', 'रवि')
  const courseId = await makeCourse(educator, 'रसोई का गणित')
  const lectureId = await addLecture(educator, courseId, 'नाप और तोल')
  await enrol(student, courseId)
  await review(student, courseId, 4, 'बहुत अच्छा लगा')
  return { admin, educator, student, courseId, lectureId }
}

const visitorPages = [
  '/',
  '/login',
  '/signup',
  '/forgotpassword',
  '/browse',
  '/browse/ai-ml',
  '/nowhere',
  '/terms',
  '/grievance',
]
const studentPages = [
  ...['/', '/allcourses', '/searchwithai', '/enrolledcourses', '/wishlist', '/notifications', '/purchases'],
  ...[
    '/profile',
    '/editprofile',
    '/account/profile',
    '/account/security',
    '/account/notifications',
    '/account/billing',
  ],
  '/account/data',
]
const educatorPages = [
  ...['/dashboard', '/courses', '/students', '/reviews', '/livesessions', '/earnings', '/offers/coupons'],
  ...['/offers/bundles', '/createcourses', '/notifications', '/profile'],
]
const adminPages = [
  ...['dashboard', 'users', 'courses', 'reviews', 'orders', 'money', 'payouts', 'storage', 'coupons', 'bundles'],
  ...['audit', 'pages', 'settings'],
].map((name) => `/admin/${name}`)

test('every page of every role is in Hindi, on a phone and on a desktop', async ({ browser }) => {
  test.setTimeout(240_000)
  const server = await ownServer({})
  try {
    const { courseId, lectureId, ...people } = await fillShop(server.url)
    const ofCourse = [`/viewcourse/${courseId}`, `/viewlecture/${courseId}`]
    const ofOwn = [`/addcourses/${courseId}`, `/createlecture/${courseId}`, `/editlecture/${courseId}/${lectureId}`]
    const left = [
      ...(await walk(browser, server.url, null, [...visitorPages, `/course/x-${courseId}`])),
      ...(await walk(browser, server.url, people.student, [...studentPages, ...ofCourse])),
      ...(await walk(browser, server.url, people.educator, [
        ...[...educatorPages, ...ofOwn],
        ...[`/courses/${courseId}/students`, `/courses/${courseId}/insight`],
      ])),
      ...(await walk(browser, server.url, people.admin, adminPages)),
    ]
    expect([...new Set(left)]).toEqual([])
  } finally {
    await server.remove()
  }
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
  expect(problems.filter((one) => !/404/.test(one))).toEqual([])
  return left
}

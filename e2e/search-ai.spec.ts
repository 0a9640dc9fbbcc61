import type { Locator, Page, Request } from '@playwright/test'
import { demoCourses, startAs } from './support/api.ts'
import { tabTo } from './support/keyboard.ts'
import { lookAt } from './support/look.ts'
import { withoutEars, withSpeechRecognition } from './support/speech-recognition.ts'
import { expect, test } from './support/test.ts'

const placeholder = 'What do you want to learn? (e.g. AI, MERN, Cloud...)'
const box = (page: Page): Locator => page.getByPlaceholder(placeholder)
const searchButton = (page: Page): Locator => page.getByRole('button', { name: 'Search', exact: true })
const microphone = (page: Page): Locator => page.getByRole('button', { name: 'Search by voice' })
const results = (page: Page): Locator => page.getByRole('region', { name: 'AI Search Results' })
const titles = (page: Page): Locator => results(page).getByRole('heading', { level: 3 })

/** The page of the search. */
async function open(page: Page, address = '/searchwithai'): Promise<void> {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: 'Search with AI' })).toBeVisible()
}

test.beforeEach(({ page }) => startAs(page, 'student', 'Sana Seeker'))

test('the ways to the search: bar, home page, all courses', { tag: '@phone' }, async ({ page }, info) => {
  const start = () => page.getByRole('main').getByRole('link', { name: 'Search with AI' })
  await page.goto('/')
  await start().click()
  await expect(page).toHaveURL('/searchwithai')
  await page.goto('/allcourses')
  await start().click()
  await expect(page).toHaveURL('/searchwithai')
  await page.goto('/')
  if (info.project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Search with AI' }).first().click()
  await expect(page).toHaveURL('/searchwithai')
})

test('typing: the button comes with the text, Enter searches, and the address knows it', async ({ page }) => {
  await open(page)
  await expect(searchButton(page)).toHaveCount(0)
  await expect(page.getByText('No Courses Found')).toHaveCount(0)
  await box(page).fill('   ')
  await expect(searchButton(page)).toHaveCount(0)
  await box(page).fill('beginner javascrpt under 1000')
  await searchButton(page).click()
  await expect(titles(page).first()).toContainText('Web Development From Zero')
  await expect(page).toHaveURL('/searchwithai?q=beginner+javascrpt+under+1000')
  await expect(results(page).getByText('Read as')).toContainText('javascript')
  await expect(results(page).getByRole('list', { name: 'Filters applied' })).toHaveText(/Up to ₹1,000.*Beginner/)
  await expect(results(page).getByRole('list', { name: 'Why it was found' }).first()).toBeVisible()
  await expect(results(page).getByText('Web Development', { exact: true }).first()).toBeVisible()

  await box(page).fill('public speaking')
  await box(page).press('Enter')
  await expect(titles(page).first()).toContainText('Public Speaking')
  await page.reload()
  await expect(titles(page).first()).toContainText('Public Speaking')
  await expect(box(page)).toHaveValue('public speaking')
  await page.goBack()
  await expect(titles(page).first()).toContainText('Web Development From Zero')
  await expect(box(page)).toHaveValue('beginner javascrpt under 1000')
  await page.goForward()
  await expect(titles(page).first()).toContainText('Public Speaking')

  await titles(page).first().getByRole('link').click()
  await expect(page).toHaveURL(/\/viewcourse\/\w+$/)
})

test('an address with a search brings its results with the document', async ({ page }) => {
  const answer = await page.request.get('/searchwithai?q=public+speaking')
  expect(await answer.text()).toContain('Public Speaking for Quiet People')
})

test('nothing found says so, after a search alone, and leads on', async ({ page }) => {
  await open(page)
  await box(page).fill('best biryani restaurant near me tonight')
  await box(page).press('Enter')
  await expect(page.getByRole('heading', { name: 'No Courses Found' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'View all Courses' })).toBeVisible()
  await page.getByRole('link', { name: 'machine learning for beginners' }).click()
  await expect(titles(page).first()).toContainText('Machine Learning')
})

/** Lets the search answer its own courses in these tiers. */
async function answerIn(page: Page, tiers: (place: number) => 'sure' | 'closest'): Promise<void> {
  await page.route('**/api/ai/search', async (route) => {
    const answer = await route.fetch()
    const found: { match: string; reasons: string[] }[] = await answer.json()
    const long = `Matches “${'speak in public '.repeat(9).trim()}”`
    const results = found.map((one, place) => ({ ...one, match: tiers(place), reasons: [long, 'Taught in Hindi'] }))
    await route.fulfill({ json: results })
  })
}

test('what only comes close is shown as that, and said so', async ({ page }) => {
  await withSpeechRecognition(page)
  await answerIn(page, () => 'closest')
  await open(page)
  await microphone(page).click()
  await page.evaluate(() => window.recogniser.recognise('web development'))
  const line = 'Closest courses: nothing matches “web development” exactly, but these come near.'
  await expect(results(page).getByText(line)).toBeVisible()
  const count = await titles(page).count()
  expect(count).toBeGreaterThan(1)
  await expect(page.getByRole('status').filter({ hasText: `No exact match; ${count} closest courses` })).toBeAttached()
  await expect
    .poll(() => page.evaluate(() => window.recogniser.said))
    .toEqual(['I found no exact match. These are the closest courses.'])
  await lookAt(page)
})

test('sure results come first, the closest under a heading of their own', async ({ page }) => {
  await answerIn(page, (place) => (place === 0 ? 'sure' : 'closest'))
  await open(page)
  await box(page).fill('web development')
  await box(page).press('Enter')
  await expect(titles(page)).toHaveCount(1)
  const closest = page.getByRole('region', { name: 'Closest courses' })
  await expect(closest.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await expect(page.getByText('nothing matches')).toHaveCount(0)
  await expect(page.getByRole('status').filter({ hasText: /^1 course found, and \d+ more/ })).toBeAttached()
  const reasons = closest.getByRole('list', { name: 'Why it was found' }).first()
  await expect(reasons.getByRole('listitem')).toHaveCount(2)
  expect((await reasons.boundingBox())?.height).toBeLessThan(30)
  await lookAt(page)
})

test('by voice: a sound, Listening, what is heard, and the result read out', async ({ page }) => {
  await withSpeechRecognition(page)
  await open(page)
  await expect(page.getByText('Listening...')).toHaveCount(0)
  await microphone(page).click()
  await expect(page.getByText('Listening...')).toBeVisible()
  await expect(microphone(page)).toHaveAttribute('aria-pressed', 'true')
  expect(await page.evaluate(() => window.recogniser.notes)).toBeGreaterThan(0)
  await page.evaluate(() => window.recogniser.recognise('public', false))
  await expect(box(page)).toHaveValue('public')
  await page.evaluate(() => window.recogniser.recognise('public speaking'))
  await expect(titles(page).first()).toContainText('Public Speaking')
  await expect(page.getByText('Listening...')).toHaveCount(0)
  await expect(page).toHaveURL('/searchwithai?q=public+speaking')
  const said = () => page.evaluate(() => window.recogniser.said)
  await expect.poll(said).toEqual(['These are the top courses I found for you'])

  // what was heard can be corrected; typing is not answered aloud
  await box(page).fill('public speaking for beginners')
  await searchButton(page).click()
  await expect(page).toHaveURL(/beginners/)
  await expect(titles(page).first()).toBeVisible()
  expect(await said()).toHaveLength(1)

  await microphone(page).click()
  await page.evaluate(() => window.recogniser.recognise('best biryani restaurant near me tonight'))
  await expect(page.getByRole('heading', { name: 'No Courses Found' })).toBeVisible()
  await expect.poll(said).toEqual(['These are the top courses I found for you', 'No courses found'])
})

test('listening can be cancelled, ended early, and overtaken by typing', async ({ page }) => {
  await withSpeechRecognition(page)
  await open(page)
  const listening = () => page.evaluate(() => window.recogniser.listening)
  await box(page).fill('kept')
  await microphone(page).click()
  await page.evaluate(() => window.recogniser.recognise('something else', false))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(box(page)).toHaveValue('kept')
  expect(await listening()).toBe(false)

  await microphone(page).click()
  await page.keyboard.press('Escape')
  await expect(page.getByText('Listening...')).toHaveCount(0)
  expect(await listening()).toBe(false)

  await microphone(page).click()
  await box(page).fill('typed')
  expect(await listening()).toBe(false)
  await expect(page).toHaveURL('/searchwithai')

  await microphone(page).click()
  await page.evaluate(() => window.recogniser.recognise('public speaking', false))
  await microphone(page).click()
  await expect(page).toHaveURL('/searchwithai?q=public+speaking')
})

test('where the microphone does not work the page says why, and typing works', async ({ page }) => {
  await withSpeechRecognition(page)
  await open(page)
  for (const [code, sentence] of [
    ['not-allowed', 'This page may not use your microphone.'],
    ['audio-capture', 'No microphone was found.'],
    ['no-speech', 'Nothing was heard.'],
    ['network', 'could not be reached'],
  ] as const) {
    await microphone(page).click()
    await page.evaluate((failure) => window.recogniser.fail(failure), code)
    await expect(page.getByRole('status').filter({ hasText: sentence })).toBeVisible()
    await expect(page.getByText('Listening...')).toHaveCount(0)
  }
  await box(page).fill('public speaking')
  await box(page).press('Enter')
  await expect(titles(page).first()).toContainText('Public Speaking')
})

test('a browser without speech recognition says so, and takes typed words', async ({ page }) => {
  await withoutEars(page)
  await open(page)
  await expect(page.getByText('This browser cannot turn speech into text')).toBeVisible()
  await box(page).fill('public speaking')
  await box(page).press('Enter')
  await expect(titles(page).first()).toContainText('Public Speaking')
})

test('a search that fails shows no error toast, but a way out', async ({ page, problems }) => {
  await open(page)
  let broken = true
  await page.route('**/api/ai/search', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } })
      : route.continue(),
  )
  await box(page).fill('public speaking')
  await box(page).press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'The search did not work' })).toBeVisible()
  await expect(page.getByText('No Courses Found')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Dismiss message' })).toHaveCount(0)
  await lookAt(page)
  broken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(titles(page).first()).toContainText('Public Speaking')
  expect(problems.filter((one) => !one.includes('500'))).toEqual([])
  problems.length = 0
})

test('a late answer never takes the place of a newer one', async ({ page }) => {
  await open(page)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/ai/search', async (route) => {
    if (route.request().postData()?.includes('flutter')) await released
    await route.continue().catch(() => undefined)
  })
  // the page leaves it, or its answer comes
  const isLate = (request: Request) => Boolean(request.postData()?.includes('flutter'))
  const late = Promise.race([page.waitForEvent('requestfinished', isLate), page.waitForEvent('requestfailed', isLate)])
  await box(page).fill('flutter')
  await box(page).press('Enter')
  await expect(page.getByRole('region', { name: 'Searching' })).toBeVisible()
  await expect(searchButton(page)).toHaveAttribute('aria-busy', 'true')
  await box(page).fill('public speaking')
  await box(page).press('Enter')
  await expect(titles(page).first()).toContainText('Public Speaking')
  release()
  await late
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(titles(page).first()).toContainText('Public Speaking')
  await expect(page).toHaveURL('/searchwithai?q=public+speaking')
})

test('without a mouse', async ({ page }) => {
  await open(page)
  await tabTo(page, box(page))
  await page.keyboard.type('public speaking')
  await page.keyboard.press('Enter')
  await expect(titles(page).first()).toContainText('Public Speaking')
  await tabTo(page, titles(page).first().getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/viewcourse\//)
})

test('every kind of answer looks right', async ({ page }) => {
  for (const address of ['', '?q=beginner+javascript', '?q=best+biryani+near+me', `?q=${'long'.repeat(70)}`]) {
    await open(page, `/searchwithai${address}`)
    await lookAt(page)
  }
})

test('a course page ends with similar courses, fetched when they come near, and nothing moves', async ({ page }) => {
  const [course] = await demoCourses(page)
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/ai/similar/')) asked++
  })
  await page.goto(`/viewcourse/${course._id}`)
  await page.waitForLoadState('networkidle')
  expect(asked).toBe(0)
  const similar = page.getByRole('region', { name: 'Similar Courses' })
  const place = await similar.evaluate((element) => element.getBoundingClientRect().height)
  await similar.scrollIntoViewIfNeeded()
  await expect(similar.getByRole('heading', { level: 3 }).first()).toBeVisible()
  expect(asked).toBe(1)
  await expect(similar.getByRole('link', { name: course.title })).toHaveCount(0)
  const shown = await similar.evaluate((element) => element.getBoundingClientRect().height)
  expect(Math.abs(shown - place)).toBeLessThan(160)
})

import type { Locator, Page, Request } from '@playwright/test'
import { startAs } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { lookAt } from '../support/look.ts'
import { withoutEars, withSpeechRecognition } from '../support/speech-recognition.ts'
import { expect, expectPage, isWhole, test } from '../support/test.ts'

const placeholder = 'What do you want to learn? (e.g. AI, MERN, Cloud...)'
const box = (page: Page): Locator => page.getByPlaceholder(placeholder)
const searchButton = (page: Page): Locator => page.getByRole('button', { name: 'Search', exact: true })
const microphone = (page: Page): Locator => page.getByRole('button', { name: 'Search by voice' })
const results = (page: Page): Locator => page.getByRole('region', { name: 'AI Search Results' })
const titles = (page: Page): Locator => results(page).getByRole('heading', { level: 3 })

const nothingFound = (page: Page): Locator => page.getByRole('heading', { name: 'No Courses Found' })

/** Opens the page of the search by the link of the bar. */
async function open(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Search with AI' }).filter({ visible: true }).click()
  await expectPage(page, '/searchwithai', 'Search with AI')
}

/** Types a search and sends it with Enter. */
async function searchFor(page: Page, text: string): Promise<void> {
  await box(page).fill(text)
  await box(page).press('Enter')
}

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

test('searching by typing', async ({ page, problems }) => {
  await withoutEars(page)
  await startAs(page, 'student', 'Sana Seeker')

  await test.step('the ways to the search: bar, home page, all courses', async () => {
    const start = () => page.getByRole('main').getByRole('link', { name: 'Search with AI' })
    const foot = page.getByRole('contentinfo')
    await page.goto('/')
    await start().click()
    await expectPage(page, '/searchwithai', 'Search with AI')
    await foot.getByRole('link', { name: 'Courses', exact: true }).click()
    await expectPage(page, '/allcourses', 'All Courses')
    await start().click()
    await expectPage(page, '/searchwithai', 'Search with AI')
    await foot.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await open(page)
    await page.setViewportSize(size)
    await foot.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page).toHaveURL('/')
    await open(page)
  })

  await test.step('a browser without speech recognition says so, and takes typed words', async () => {
    await expect(page.getByText('This browser cannot turn speech into text')).toBeVisible()
  })

  await test.step('typing: the button comes with the text, Enter searches, and the address knows it', async () => {
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
    await lookAt(page)

    await searchFor(page, 'public speaking')
    await expect(titles(page).first()).toContainText('Public Speaking')
    await page.reload()
    await expect(titles(page).first()).toContainText('Public Speaking')
    await expect(box(page)).toHaveValue('public speaking')
    await page.goBack()
    await expect(titles(page).first()).toContainText('Web Development From Zero')
    await expect(box(page)).toHaveValue('beginner javascrpt under 1000')
    await page.goForward()
    await expect(titles(page).first()).toContainText('Public Speaking')
    const document = await page.request.get('/searchwithai?q=public+speaking')
    expect(await document.text(), 'the results come with the document').toContain('Public Speaking for Quiet People')
  })

  await test.step('nothing found says so, after a search alone, and leads on', async () => {
    await searchFor(page, 'long'.repeat(70))
    await expect(nothingFound(page)).toBeVisible()
    await lookAt(page)
    await searchFor(page, 'best biryani restaurant near me tonight')
    await expect(page.getByText('We have nothing on “best biryani restaurant near me tonight” yet.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'View all Courses' })).toBeVisible()
    await page.getByRole('link', { name: 'machine learning for beginners' }).click()
    await expect(titles(page).first()).toContainText('Machine Learning')
  })

  await test.step('a late answer never takes the place of a newer one', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/ai/search', async (route) => {
      if (route.request().postData()?.includes('flutter')) await released
      await route.continue().catch(() => undefined)
    })
    // the page leaves it, or its answer comes
    const isLate = (request: Request) => Boolean(request.postData()?.includes('flutter'))
    const late = Promise.race([
      page.waitForEvent('requestfinished', isLate),
      page.waitForEvent('requestfailed', isLate),
    ])
    await searchFor(page, 'flutter')
    await expect(page.getByRole('region', { name: 'Searching' })).toBeVisible()
    await expect(searchButton(page)).toHaveAttribute('aria-busy', 'true')
    await searchFor(page, 'public speaking')
    await expect(titles(page).first()).toContainText('Public Speaking')
    release()
    await late
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    await expect(titles(page).first()).toContainText('Public Speaking')
    await expect(page).toHaveURL('/searchwithai?q=public+speaking')
    await page.unroute('**/api/ai/search')
  })

  await test.step('a search that fails shows no error toast, but a way out', async () => {
    expect(problems).toEqual([])
    await page.route('**/api/ai/search', (route) =>
      route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
    )
    await searchFor(page, 'machine learning')
    await expect(page.getByRole('alert').filter({ hasText: 'The search did not work' })).toBeVisible()
    await expect(page.getByText('No Courses Found')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Dismiss message' })).toHaveCount(0)
    await lookAt(page)
    await page.unroute('**/api/ai/search')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(titles(page).first()).toContainText('Machine Learning')
    expect(problems.filter((one) => !one.includes('status of 500'))).toEqual([])
    problems.length = 0
  })

  // tiers of results are tested without browsers
  if (isWhole)
    await test.step('sure results come first, the closest under a heading of their own', async () => {
      await answerIn(page, (place) => (place === 0 ? 'sure' : 'closest'))
      await searchFor(page, 'web development')
      await expect(titles(page)).toHaveCount(1)
      const closest = page.getByRole('region', { name: 'Closest courses' })
      await expect(closest.getByRole('heading', { level: 3 }).first()).toBeVisible()
      await expect(page.getByText('nothing matches')).toHaveCount(0)
      await expect(page.getByRole('status').filter({ hasText: /^1 course found, and \d+ more/ })).toBeAttached()
      const reasons = closest.getByRole('list', { name: 'Why it was found' }).first()
      await expect(reasons.getByRole('listitem')).toHaveCount(2)
      expect((await reasons.boundingBox())?.height).toBeLessThan(30)
      await lookAt(page)
      await page.unroute('**/api/ai/search')
    })

  await test.step('a course is found without a mouse', async () => {
    await page.evaluate(() => window.scrollTo(0, 0))
    await open(page)
    await tabTo(page, box(page))
    await page.keyboard.type('public speaking')
    await page.keyboard.press('Enter')
    await expect(titles(page).first()).toContainText('Public Speaking')
    await tabTo(page, titles(page).first().getByRole('link'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/viewcourse\/\w+$/)
  })

  await test.step('its page ends with similar courses, fetched when they come near, and nothing moves', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/ai/similar/')) asked++
    })
    await page.reload()
    await page.waitForLoadState('networkidle')
    expect(asked).toBe(0)
    const similar = page.getByRole('region', { name: 'Similar Courses' })
    const place = await similar.evaluate((element) => element.getBoundingClientRect().height)
    await similar.scrollIntoViewIfNeeded()
    await expect(similar.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect(asked).toBe(1)
    const title = (await page.getByRole('heading', { level: 1 }).textContent()) ?? ''
    await expect(similar.getByRole('link', { name: title })).toHaveCount(0)
    const shown = await similar.evaluate((element) => element.getBoundingClientRect().height)
    expect(Math.abs(shown - place)).toBeLessThan(160)
  })
})

test('searching by voice', async ({ page }) => {
  await withSpeechRecognition(page)
  await startAs(page, 'student', 'Sana Speaker')
  await page.goto('/searchwithai')
  const listening = () => page.evaluate(() => window.recogniser.listening)
  const said = () => page.evaluate(() => window.recogniser.said)
  const recognise = (text: string, whole = true) =>
    page.evaluate(([words, all]) => window.recogniser.recognise(words, all), [text, whole] as const)

  await test.step('by voice: a sound, Listening, what is heard, and the result read out', async () => {
    await expect(page.getByText('Listening...')).toHaveCount(0)
    await lookAt(page)
    await microphone(page).click()
    await expect(page.getByText('Listening...')).toBeVisible()
    await expect(microphone(page)).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate(() => window.recogniser.notes)).toBeGreaterThan(0)
    await recognise('public', false)
    await expect(box(page)).toHaveValue('public')
    await recognise('public speaking')
    await expect(titles(page).first()).toContainText('Public Speaking')
    await expect(page.getByText('Listening...')).toHaveCount(0)
    await expect(page).toHaveURL('/searchwithai?q=public+speaking')
    await expect.poll(said).toEqual(['These are the top courses I found for you'])

    // what was heard can be corrected; typing is not answered aloud
    await box(page).fill('public speaking for beginners')
    await searchButton(page).click()
    await expect(page).toHaveURL(/beginners/)
    await expect(titles(page).first()).toBeVisible()
    expect(await said()).toHaveLength(1)

    await microphone(page).click()
    await recognise('best biryani restaurant near me tonight')
    await expect(nothingFound(page)).toBeVisible()
    await expect.poll(said).toEqual(['These are the top courses I found for you', 'No courses found'])
  })

  await test.step('what only comes close is shown as that, and said so', async () => {
    await answerIn(page, () => 'closest')
    await microphone(page).click()
    await recognise('web development')
    const line = 'Closest courses: nothing matches “web development” exactly, but these come near.'
    await expect(results(page).getByText(line)).toBeVisible()
    const count = await titles(page).count()
    expect(count).toBeGreaterThan(1)
    await expect(
      page.getByRole('status').filter({ hasText: `No exact match; ${count} closest courses` }),
    ).toBeAttached()
    const spoken = async () => (await said()).slice(2)
    await expect.poll(spoken).toEqual(['I found no exact match. These are the closest courses.'])
    await lookAt(page)
    await page.unroute('**/api/ai/search')
  })

  await test.step('where the microphone does not work the page says why', async () => {
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
  })

  await test.step('listening can be cancelled, ended early, and overtaken by typing', async () => {
    const address = page.url()
    await box(page).fill('kept')
    await microphone(page).click()
    await recognise('something else', false)
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
    await expect(page).toHaveURL(address)

    await microphone(page).click()
    await recognise('public speaking', false)
    await microphone(page).click()
    await expect(page).toHaveURL('/searchwithai?q=public+speaking')
  })
})

import { gzipSync } from 'node:zlib'
import { newAccount } from '../support/accounts.ts'
import { documentAt, makeCourse, newClient, stamp } from '../support/api.ts'
import { holdBack } from '../support/line.ts'
import { lookAt } from '../support/look.ts'
import { awaitScripts, expect, expectPage, test } from '../support/test.ts'

test('a visitor finds a course, signs up and takes it', async ({ page, browser }) => {
  const teacher = await newClient('educator', 'Open Teacher')
  const title = `Open to All ${stamp()}`
  const courseId = await makeCourse(teacher, title)
  await teacher.request.dispose()
  const slug = title.toLowerCase().replaceAll(' ', '-')
  const address = `/course/${slug}-${courseId}`

  await test.step('from the home page to a category', async () => {
    await page.goto('/')
    await page.getByRole('main').getByRole('link', { name: 'View all Courses' }).first().click()
    await expectPage(page, '/browse', 'All Courses')
    await lookAt(page)
    await page.getByRole('checkbox', { name: /^Others/ }).check()
    await expectPage(page, '/browse/others', 'Others courses')
    // the same page: the focus stays
    await expect(page.getByRole('checkbox', { name: /^Others/ })).toBeFocused()
  })

  await test.step('the course says what it is, to people and to search engines', async () => {
    await page.getByRole('article').getByRole('link', { name: title }).click()
    await expectPage(page, address, title)
    await lookAt(page)
    const document = await page.goto(address)
    const head = (selector: string, name: string) => page.locator(selector).first().getAttribute(name)
    expect(await head('link[rel=canonical]', 'href')).toMatch(new RegExp(`^https?://[^/]+${address}$`))
    expect(await head('meta[property="og:image"]', 'content')).toMatch(/^http.*1280\.webp$/)
    expect(document?.status()).toBe(200)
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data['@graph'].map((thing: { '@type': string }) => thing['@type'])).toEqual(['Course', 'BreadcrumbList'])
    await expect(page.getByText('(0 reviews)')).toBeVisible()
  })

  await test.step('"Enroll Now" leads through sign-up back to the purchase', async () => {
    await page.getByRole('link', { name: 'Enroll Now' }).click()
    await expectPage(page, /\/signup\?next=/, 'Sign Up')
    await expect(page.getByRole('link', { name: 'See the course' })).toBeVisible()
    const person = newAccount('Asha Open')
    await page.getByLabel('Name', { exact: true }).fill(person.name)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign Up', exact: true }).click()
    await expectPage(page, `/viewcourse/${courseId}?enroll=1`, title)
    await expect(page.getByText('One more step: enroll, it is free.')).toBeVisible()
    await page.getByRole('button', { name: 'Enroll Now' }).click()
    await expect(page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })).toBeVisible()
    await expect(page.getByText('One more step')).toHaveCount(0)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`${address}$`))
  })

  await test.step('who is signed in is led to the own pages', async () => {
    await page.goto(address)
    await expectPage(page, `/viewcourse/${courseId}`, title)
    await page.goto('/browse/ai-ml?level=Beginner')
    await expectPage(page, '/allcourses?category=AI%2FML&level=Beginner', 'All Courses')
  })

  await test.step('old addresses lead to the new ones, and what is not there says so', async () => {
    const visitor = await browser.newContext()
    const get = async (path: string) => {
      const answer = await visitor.request.get(path, { maxRedirects: 0, headers: { accept: 'text/html' } })
      return [answer.status(), answer.headers().location ?? '']
    }
    expect(await get(`/course/an-older-title-${courseId}?ref=x`)).toEqual([301, `${address}?ref=x`])
    expect(await get(`/course/${courseId}`)).toEqual([301, address])
    expect(await get('/browse?category=AI%2FML&sort=popular')).toEqual([301, '/browse/ai-ml?sort=popular'])
    expect(await get('/course/nothing')).toEqual([404, ''])
    expect(await get('/browse/cooking')).toEqual([404, ''])
    const filtered = await documentAt(visitor, '/browse/ai-ml?level=Beginner')
    expect(filtered).toContain('<meta name="robots" content="noindex,follow"/>')
    expect(filtered).toMatch(/<link rel="canonical" href="[^"]+\/browse\/ai-ml"\/>/)
    expect(await documentAt(visitor, '/browse/ai-ml')).not.toContain('noindex')
    await visitor.close()
  })
})

test('the filters of the list on a phone', async ({ page, browser }) => {
  const size = { width: 390, height: 844 }
  await page.setViewportSize(size)
  await page.goto('/browse')
  const cards = page.getByRole('article')
  const sheet = page.getByRole('dialog', { name: 'Filters' })

  await test.step('a page of the list has twelve courses, and the next follows', async () => {
    await expect(cards).toHaveCount(12)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8000)
    await page.getByRole('link', { name: 'Next page' }).click()
    await expect(page).toHaveURL(/at=/)
    await page.goBack()
  })

  await test.step('are in a sheet, show what they do at once, and are counted', async () => {
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expect(sheet).toBeVisible()
    await sheet.getByRole('combobox', { name: 'Price' }).selectOption('Paid')
    await sheet.getByLabel('Highest price in rupees').fill('1000')
    await sheet.getByRole('combobox', { name: 'Level' }).selectOption('Beginner')
    await expect(page).toHaveURL('/browse?level=Beginner&price=paid&maxPrice=1000')
    await expect(sheet.getByRole('heading', { name: 'Filters (2)' })).toBeVisible()
    await lookAt(page)
    await sheet.getByRole('button', { name: /^Show \d+ courses?$/ }).click()
    await expect(sheet).toBeHidden()
    await expect(page.getByRole('button', { name: 'Show Filters 2' })).toBeFocused()
    for (const card of await cards.all()) await expect(card.getByText('Beginner', { exact: true })).toBeVisible()
  })

  await test.step('survive a reload and going back, and are cleared together', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Show Filters 2' }).click()
    await expect(sheet.getByLabel('Highest price in rupees')).toHaveValue('1000')
    await sheet.getByRole('button', { name: 'Clear all' }).click()
    await expect(page).toHaveURL('/browse')
    await sheet.getByRole('button', { name: 'Hide Filters' }).click()
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Show Filters 2' })).toBeVisible()
  })

  await test.step('work without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: size })
    const bare = await context.newPage()
    await bare.goto('/browse/ai-ml?text=a')
    await bare.getByRole('combobox', { name: 'Level' }).selectOption('Advanced')
    await bare.getByRole('button', { name: 'Apply filters' }).click()
    await expect(bare).toHaveURL(/^[^?]+\/browse\/ai-ml\?level=Advanced&text=a$/)
    await context.close()
  })
})

test('what was typed into a filter stays when the page comes to life', async ({ browser }) => {
  // not waiting for scripts as the other pages of the tests do
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const pass = await holdBack(page, '**/assets/*.js')
  await page.goto('/browse', { waitUntil: 'commit' })
  const lowest = page.getByRole('textbox', { name: 'Lowest price in rupees' })
  await lowest.pressSequentially('150')
  pass()
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(lowest).toHaveValue('150')
  await expect(lowest).toBeFocused()
  await lowest.press('Enter')
  await expect(page).toHaveURL(/minPrice=150/)
  await page.close()
})

/** Gzipped kilobytes of JavaScript that the first load of a page may take on a phone; reached with 2 to 3 % to spare. */
const scriptBudgets = [
  ['/', 160],
  ['/browse', 162],
  ['course', 171],
] as const

test('first loads stay small', async ({ browser, request }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only where a switch is off, and counted as skipped
  test.skip(process.env.SCHEMA_FREE_CONTRACT === 'off', 'the schemas of the contract are in the bundle')
  const { courses } = await (await request.get('/api/course/catalogue?limit=1')).json()
  for (const [path, budget] of scriptBudgets) {
    const page = awaitScripts(await browser.newPage({ viewport: { width: 412, height: 823 } }))
    const scripts: Promise<number>[] = []
    page.on('response', (answer) => {
      if (answer.request().resourceType() === 'script')
        scripts.push(answer.body().then((body) => gzipSync(body).length))
    })
    await page.goto(path === 'course' ? `/course/${courses[0]._id}` : path)
    await page.waitForLoadState('networkidle')
    const bytes = (await Promise.all(scripts)).reduce((sum, one) => sum + one, 0)
    expect(Math.round(bytes / 1000), path).toBeLessThanOrEqual(budget)
    await page.close()
  }
})

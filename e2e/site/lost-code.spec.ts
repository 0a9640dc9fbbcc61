import { signInAs } from '../support/api.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

test('opens a page whose code is lost as a document of its own', async ({ page, problems }) => {
  // biome-ignore lint/suspicious/noSkippedTests: only where a switch is off, and counted as skipped
  test.skip(!!process.env.PLAIN, 'the patch of the router is off (web/router-patch)')
  await signInAs(page, 'student')
  await page.goto('/allcourses')
  let documents = 0
  page.on('request', (one) => {
    if (one.isNavigationRequest()) documents++
  })
  // as after a new release, or where a browser keeps a file that failed once as a failure
  await page.route('**/assets/view-course-*.js*', (route) =>
    documents > 0 ? route.continue() : route.fulfill({ status: 404 }),
  )
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  // a try that fails before the router has begun is followed by another one at once
  const again = page.getByRole('button', { name: 'Try again' }).click()
  await Promise.race([again.catch(() => undefined), page.waitForURL(/\/viewcourse\//)])
  await expect.poll(() => documents).toBe(1)
  await expect(page).toHaveURL(/\/viewcourse\//)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'All Courses' })).toBeVisible()
  expect(problems.filter((one) => !/status of 404|dynamically imported/.test(one))).toEqual([])
  problems.length = 0
})

test('comes again by itself where scripts or styles are lost on the way, and only once', async ({ page, problems }) => {
  onlyWithAll('what a page without its scripts does is tested without browsers, in `lost-scripts.test.ts`')
  let documents = 0
  page.on('request', (one) => {
    if (one.isNavigationRequest()) documents++
  })
  // a document that is on its way has nothing to ask
  const isReady = () => page.evaluate(() => 'hydrated' in document.documentElement.dataset).catch(() => false)
  for (const lost of ['entry.client-*.js', 'manifest-*.js', 'shell-*.js', '*.css']) {
    documents = 0
    await page.route(`**/assets/${lost}`, (route) => (documents > 1 ? route.continue() : route.abort('failed')))
    await page.goto('/browse', { waitUntil: 'commit' })
    await expect.poll(() => documents, lost).toBe(2)
    await expect.poll(isReady, lost).toBe(true)
    await page.evaluate(() => sessionStorage.clear())
  }
  documents = 0
  await page.route('**/assets/entry.client-*.js', (route) => route.abort('failed'))
  await page.goto('/browse', { waitUntil: 'load' })
  await expect.poll(() => documents).toBe(2)
  await page.waitForTimeout(1500)
  expect([documents, await isReady()]).toEqual([2, false])
  expect(problems.filter((one) => !/ERR_FAILED|dynamically imported/.test(one))).toEqual([])
  problems.length = 0
})

test('a menu or dialog whose code is lost says so, and is there with the next try or the next page', async ({
  page,
  problems,
}) => {
  onlyWithAll('how parts are tried again is tested without browsers, in `messages.test.ts`')
  const lost = page.getByText('This part could not be loaded.')
  const menu = page.getByRole('button', { name: 'Account menu' })
  await signInAs(page, 'educator')
  await page.route('**/assets/account-menu-popup-*.js', (route) => route.abort('failed'), { times: 1 })
  await page.goto('/')
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()

  // as browsers do that keep a failure for the life of a document
  const isLost = { value: true }
  for (const part of ['account-menu-popup', 'dialog-popup'])
    await page.route(`**/assets/${part}-*.js`, (route) => (isLost.value ? route.abort('failed') : route.continue()))
  await page.goto('/reviews')
  const report = page.getByRole('button', { name: /^Report the review/ }).first()
  await report.click()
  await expect(lost).toBeVisible()
  await menu.click()
  await expect(lost).toBeVisible()
  isLost.value = false
  await report.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  let documents = 0
  page.on('request', (one) => {
    if (one.isNavigationRequest()) documents++
  })
  await page
    .getByRole('link', { name: /^Questions/ })
    .first()
    .click()
  await expect.poll(() => documents).toBe(1)
  await expect(page.locator('html')).toHaveAttribute('data-hydrated')
  await menu.click()
  await expect(page.getByRole('menu')).toBeVisible()
  expect(problems.filter((one) => !/ERR_FAILED|dynamically imported/.test(one))).toEqual([])
  problems.length = 0
})

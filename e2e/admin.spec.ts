import type { Browser, Page } from '@playwright/test'
import { enrol, expectRedirect, makeCourse, stamp, startAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { awaitScripts, expect, test } from './support/test.ts'

/** Someone else's browser. */
const other = async (browser: Browser): Promise<Page> => awaitScripts(await (await browser.newContext()).newPage())

/** The row or card of something in the list that is shown. */
const entry = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).filter({ visible: true }).last()

async function openUser(page: Page, name: string, act: string): Promise<void> {
  await page.goto('/admin/users')
  await page.getByRole('searchbox', { name: 'Search by name or address' }).fill(name)
  await page.getByRole('searchbox', { name: 'Search by name or address' }).press('Enter')
  await expect(page).toHaveURL(/text=/)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** What the audit log says of someone or something, newest first. */
async function expectAudit(page: Page, about: string, ...lines: RegExp[]): Promise<void> {
  await page.goto(`/admin/audit?${new URLSearchParams({ text: about })}`)
  for (const line of lines) await expect(entry(page, about).or(page.getByText(line)).first()).toBeVisible()
  for (const line of lines) await expect(page.getByText(line).filter({ visible: true }).first()).toBeVisible()
}

/** Where each page is, its name in the panel's navigation, its heading and its sentence. */
const pages = [
  ['/admin/dashboard', 'Overview', 'Admin Dashboard', 'overview page'],
  ['/admin/users', 'Users', 'User Management', 'Manage users here.'],
  ['/admin/courses', 'Courses', 'Course Management', 'Find courses, unlist them, and relist them.'],
  ['/admin/reviews', 'Reviews', 'Review Management', 'Find reviews and remove those that break the rules.'],
  ['/admin/audit', 'Audit log', 'Audit Log', 'Everything that admins have done. Entries cannot be changed or removed.'],
  ['/admin/settings', 'Settings', 'System Settings', 'Configure system settings here.'],
] as const

test('the admin pages are for admins alone', async ({ page }) => {
  for (const [path] of pages)
    await expectRedirect(page, path, new RegExp(`^/signup\\?next=${encodeURIComponent(path)}`))
  for (const role of ['student', 'educator'] as const) {
    await startAs(page, role, 'No Admin')
    for (const [path] of pages) await expectRedirect(page, path, /^\/$/)
    await page.goto(pages[0][0])
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  }
})

test('the Admin Panel leads to six pages with their headings', async ({ page }) => {
  test.setTimeout(180_000)
  await startAs(page, 'admin', 'Looking Admin')
  await page.goto('/')
  await page.getByRole('link', { name: 'Admin Panel' }).click()
  for (const [path, name, heading, sentence] of pages) {
    await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await lookAt(page)
  }
  await page.goto('/admin/dashboard')
  await page.getByRole('button', { name: 'Revenue' }).click()
  await expect(page.getByRole('img', { name: /^Revenue of the last 30 days/ })).toBeVisible()
  await page.getByText('Show the numbers as a table').click()
  await expect(page.getByRole('table', { name: 'Each of the last 30 days' }).getByRole('row')).toHaveCount(31)
})

test('an account is suspended, restored, given another role and deleted', { tag: '@phone' }, async ({
  page,
  browser,
  problems,
  expectErrors,
}) => {
  test.setTimeout(180_000)
  expectErrors.value = true
  const name = `Concerned Account ${stamp()}`
  const theirs = await other(browser)
  const person = await startAs(theirs, 'student', name)
  await theirs.goto('/profile')
  const admin = await startAs(page, 'admin', 'Acting Admin')

  await openUser(page, name, 'Suspend')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(dialog.getByText('A reason is required')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await lookAt(page)
  await dialog.getByLabel('Reason').fill('Spam in reviews')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText('Account suspended')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(entry(page, name)).toContainText('Spam in reviews')

  await theirs.goto('/profile')
  await expect(theirs).toHaveURL(/\/signup/)
  await theirs.goto('/login')
  await theirs.getByLabel('Email', { exact: true }).fill(person.email)
  await theirs.getByLabel('Password', { exact: true }).fill(person.password)
  await theirs.getByRole('button', { name: 'Login', exact: true }).last().click()
  await expect(theirs.getByText(/This account is suspended\. Reason: Spam in reviews\./).first()).toBeVisible()

  await page.goto('/admin/users?state=suspended')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('suspended')
  await expect(entry(page, name)).toBeVisible()
  await openUser(page, name, 'End suspension')
  await dialog.getByRole('button', { name: 'End suspension' }).click()
  await expect(page.getByText('Account restored')).toBeVisible()
  await openUser(page, name, 'Change role')
  await dialog.getByLabel('Role').selectOption('educator')
  await dialog.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText('Role changed', { exact: true })).toBeVisible()
  await expect(entry(page, name)).toContainText('Educator')

  const [download] = await Promise.all([page.waitForEvent('download'), openUser(page, name, 'Download data')])
  expect(download.suggestedFilename()).toBe('personal-data.json')
  await expectAudit(
    page,
    name,
    /Suspended: Spam in reviews/,
    /Suspension ended\./,
    /Role changed from student to educator\./,
    /Data downloaded\./,
  )

  await openUser(page, name, 'Delete account')
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('Account deleted')).toBeVisible()
  await expect(page.getByText('No users found')).toBeVisible()
  await expectAudit(page, 'Account of an educator deleted', /Deleted user/)

  // No one shuts himself out.
  await page.goto(`/admin/users?${new URLSearchParams({ text: admin.email })}`)
  await page.getByRole('button', { name: `Actions for ${admin.name}` }).click()
  await expect(page.getByRole('menuitem')).toHaveText(['Download data'])
  await theirs.context().close()
  expect(problems).toEqual([])
})

test('a course leaves the list and comes back, and a review is removed', async ({
  page,
  browser,
  problems,
  expectErrors,
}) => {
  test.setTimeout(180_000)
  expectErrors.value = true
  const title = `Odd promises ${stamp()}`
  const educator = await other(browser)
  await startAs(educator, 'educator', 'Promising Teacher')
  const courseId = await makeCourse(educator, title)
  const student = await other(browser)
  await startAs(student, 'student', 'Loyal Student')
  await enrol(student, courseId)
  const comment = `Rude words ${stamp()}`
  await student.request.post('/api/review/givereview', { data: { courseId, rating: 1, comment } })
  await startAs(page, 'admin', 'Tidy Admin')

  await page.goto(`/admin/reviews?${new URLSearchParams({ text: comment })}`)
  await page.getByRole('combobox', { name: 'Stars' }).selectOption('1')
  await expect(page).toHaveURL(/rating=1/)
  await entry(page, comment)
    .getByRole('button', { name: /^Remove/ })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('Insults')
  await dialog.getByRole('button', { name: 'Remove review' }).click()
  await expect(page.getByText('Review removed', { exact: true })).toBeVisible()
  await expect(page.getByText('No reviews found')).toBeVisible()
  await expectAudit(page, title, /Review with 1 star removed: Insults/)

  await page.goto(`/admin/courses?${new URLSearchParams({ text: title })}`)
  await entry(page, title)
    .getByRole('button', { name: /^Unlist/ })
    .click()
  await dialog.getByLabel('Reason').fill('Promises a job')
  await dialog.getByRole('button', { name: 'Unlist' }).click()
  await expect(page.getByText('Course unlisted', { exact: true })).toBeVisible()
  await expect(entry(page, title)).toContainText('Promises a job')
  const visitor = await other(browser)
  expect((await visitor.request.get(`/api/course/getcourse/${courseId}`)).status()).toBe(404)
  await student.goto(`/viewlecture/${courseId}`)
  await expect(student.getByRole('heading', { name: title })).toBeVisible()
  await educator.goto('/notifications')
  await expect(educator.getByText(`An administrator took ${title} off the list: Promises a job`)).toBeVisible()
  await student.goto('/notifications')
  await expect(student.getByText(`An administrator removed your review of ${title}: Insults`)).toBeVisible()

  await entry(page, title)
    .getByRole('button', { name: /^Relist/ })
    .click()
  await dialog.getByRole('button', { name: 'Relist' }).click()
  await expect(page.getByText('Course relisted')).toBeVisible()
  expect((await visitor.request.get(`/api/course/getcourse/${courseId}`)).status()).toBe(200)
  await expectAudit(page, title, /Taken off the list: Promises a job/, /Put back on the list\./)
  for (const one of [educator, student, visitor]) await one.context().close()
  expect(problems).toEqual([])
})

test('settings hold without a restart, and a wrong one is refused beside its field', async ({
  page,
  problems,
  expectErrors,
}) => {
  expectErrors.value = true
  const address = `help.${stamp()}@e2e.example`
  await startAs(page, 'admin', 'Setting Admin')
  await page.goto('/admin/settings')
  await page.getByLabel('Search lexicon').fill('good = fine\nbad line')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.locator('form').getByText(/^Line 2 cannot be read/)).toBeVisible()
  await expect(page.getByLabel('Search lexicon')).toBeFocused()
  await page.getByLabel('Search lexicon').fill('')
  await page.getByLabel('Support address').fill(address)
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: 'Stay on this page' }).click()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await expect(page.getByText('Settings saved')).toBeVisible()
  await expect(page.getByText('Unsaved changes')).toBeHidden()
  await expect(page.getByRole('contentinfo').getByRole('link', { name: address })).toBeVisible()
  await page.getByRole('button', { name: 'Test connection' }).click()
  await expect(page.getByText('No language model is needed: the built-in search and assistant answer.')).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('contentinfo').getByRole('link', { name: address })).toBeVisible()
  await expectAudit(page, address, /Changed support address from/)
  expect(problems.length).toBeLessThanOrEqual(1)
})

import { type Page, request } from '@playwright/test'
import { type Client, enrol, expectRedirect, makeCourse, stamp, startAs } from '../support/api.ts'
import { addApp } from '../support/authenticator-app.ts'
import { holdBack } from '../support/line.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, test } from '../support/test.ts'

/** Someone else, of whom no page is needed. */
const other = async (): Promise<Client> => ({ request: await request.newContext() })

/** Students, each in a browser without a page, the last one first in the list. */
async function people(names: readonly string[]): Promise<Client[]> {
  const made: Client[] = []
  for (const name of names) {
    const who = await other()
    await startAs(who, 'student', name)
    made.push(who)
  }
  return made
}

/** The row or card of something in the list that is shown. */
const entry = (page: Page, text: string) =>
  page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: text }).filter({ visible: true }).last()

/** Where each page is, its name in the panel's navigation, its heading and its sentence. */
const pages = [
  ['/admin/dashboard', 'Overview', 'Admin Dashboard', 'overview page'],
  ['/admin/users', 'Users', 'User Management', 'Manage users here.'],
  ['/admin/courses', 'Courses', 'Course Management', 'Find courses, unlist them, and relist them.'],
  ['/admin/reviews', 'Reviews', 'Review Management', 'Find reviews and remove those that break the rules.'],
  [
    '/admin/posts',
    'Questions',
    'Questions, answers and announcements',
    'Read what users report, and hide what breaks the rules.',
  ],
  [
    '/admin/searches',
    'Searches',
    'Searches',
    'What people look for and the search is not sure of. It is counted without who asked, and shown when three have asked.',
  ],
  ['/admin/storage', 'Storage', 'Storage', 'What videos, streams and files take, and who has them.'],
  ['/admin/audit', 'Audit log', 'Audit Log', 'Everything that admins have done. Entries cannot be changed or removed.'],
  ['/admin/settings', 'Settings', 'System Settings', 'Configure system settings here.'],
] as const

/** Opens a page of the panel by its navigation. */
async function open(page: Page, wanted: (typeof pages)[number][1]): Promise<void> {
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: wanted }).click()
  for (const [path, name, heading] of pages)
    if (name === wanted) {
      await expect(page).toHaveURL(new RegExp(`${path}$`))
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    }
}

/** Opens a list of the panel and searches in it. */
async function find(page: Page, wanted: 'Users' | 'Courses' | 'Reviews' | 'Audit log', text: string): Promise<void> {
  await open(page, wanted)
  const field = page.getByRole('searchbox', { name: /^Search by/ })
  // the list may have been open with another search
  await expect(field).toHaveValue('')
  await field.fill(text)
  await field.press('Enter')
  await expect(page).toHaveURL(/text=/)
}

async function openUser(page: Page, name: string, act: string): Promise<void> {
  await find(page, 'Users', name)
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: act }).click()
}

/** What the audit log says of someone or something. */
async function expectAudit(page: Page, about: string, ...lines: RegExp[]): Promise<void> {
  await find(page, 'Audit log', about)
  for (const line of lines) await expect(page.getByText(line).filter({ visible: true }).first()).toBeVisible()
}

test('the admin panel', async ({ page, problems, expectErrors }) => {
  await test.step('the admin pages are for admins alone', async () => {
    for (const [path] of pages)
      await expectRedirect(page, path, new RegExp(`^/signup\\?next=${encodeURIComponent(path)}`))
    for (const role of ['educator', 'student'] as const) {
      await startAs(page, role, 'No Admin')
      for (const [path] of pages) await expectRedirect(page, path, /^\/$/)
    }
    await page.goto(pages[0][0])
    await expect(page).toHaveURL(/\/$/)
    await expect(page.getByRole('link', { name: 'Admin Panel' })).toHaveCount(0)
  })

  await test.step('the Admin Panel leads to its pages with their headings', async () => {
    // a page that is open reloads when it finds another user
    await page.goto('about:blank')
    await startAs(page, 'admin', 'Looking Admin')
    await page.goto('/')
    await page.getByRole('link', { name: 'Admin Panel' }).click()
    for (const [, name, , sentence] of pages) {
      await open(page, name)
      await expect(page.getByText(sentence, { exact: true })).toBeVisible()
      await lookAt(page)
    }
    await open(page, 'Settings')
    const example = page.getByRole('figure')
    await page.getByRole('radio', { name: 'Always as designed' }).check()
    for (const claim of ['(1,200 reviews)', '₹599', '10+ hours of video content'])
      await expect(example.getByText(claim)).toBeVisible()
    await page.getByRole('radio', { name: 'True numbers' }).check()
    await expect(example.getByText(/^\(\d+ reviews?\)$/)).toBeVisible()
    await page.getByRole('radio', { name: 'As designed, where it fits' }).check()
    await open(page, 'Overview')
    await page.getByRole('button', { name: 'Revenue' }).click()
    await expect(page.getByRole('img', { name: /^Revenue of the last 30 days/ })).toBeVisible()
    await page.getByText('Show the numbers as a table').click()
    await expect(page.getByRole('table', { name: 'Each of the last 30 days' }).getByRole('row')).toHaveCount(31)
  })

  await test.step('settings hold without a restart, and a wrong one is refused beside its field', async () => {
    expect(problems).toEqual([])
    expectErrors.value = true
    const address = `help.${stamp()}@e2e.example`
    const foot = page.getByRole('contentinfo').getByRole('link', { name: address })
    await open(page, 'Settings')
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
    await expect(foot).toBeVisible()
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect(page.getByText('No language model is needed: the built-in search and assistant answer.')).toBeVisible()
    await expectAudit(page, address, /Changed support address from/)
    await page.goto('/')
    await expect(foot).toBeVisible()
    expect(problems.length).toBeLessThanOrEqual(1)
  })
})

test('moderation', async ({ page, expectErrors }) => {
  onlyWithAll('each page is opened in every run; every act, who may do it and its audit is tested without browsers')
  expectErrors.value = true
  const admin = await startAs(page, 'admin', 'Acting Admin')
  await page.goto('/admin/reviews')
  const dialog = page.getByRole('dialog')

  await test.step('an account is suspended, restored, given another role and deleted', async () => {
    const name = `Concerned Account ${stamp()}`
    const theirs = await other()
    const { email, password } = await startAs(theirs, 'student', name)

    await openUser(page, name, 'Suspend')
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByText('A reason is required')).toBeVisible()
    await expect(dialog.getByLabel('Reason')).toBeFocused()
    await lookAt(page)
    await dialog.getByLabel('Reason').fill('Spam in reviews')
    // the session ends meanwhile: the dialog leads to the login, keeps what was typed, and goes on after it
    const cookies = await page.context().cookies()
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(dialog.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('href', '/login')
    await page.context().addCookies(cookies)
    await dialog.getByRole('button', { name: 'Suspend' }).click()
    await expect(page.getByText('Account suspended')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(entry(page, name)).toContainText('Spam in reviews')
    await expectRedirect(theirs, '/profile', /^\/signup/)
    const login = await theirs.request.post('/api/auth/login', { data: { email, password } })
    expect(await login.json()).toMatchObject({
      message: expect.stringMatching(/^This account is suspended\. Reason: Spam in reviews\./),
    })

    // on a phone the list has other rows
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/admin/users?${new URLSearchParams({ state: 'suspended', text: name })}`)
    await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('suspended')
    await expect(entry(page, name)).toContainText('Spam in reviews')
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: 'End suspension' }).click()
    await dialog.getByRole('button', { name: 'End suspension' }).click()
    await expect(page.getByText('Account restored')).toBeVisible()
    await page.setViewportSize(size)

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
    await find(page, 'Users', admin.email)
    await page.getByRole('button', { name: `Actions for ${admin.name}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText(['Download data'])
    await page.keyboard.press('Escape')
    await theirs.request.dispose()
  })

  await test.step('a course leaves the list and comes back, and a review is removed', async () => {
    const title = `Odd promises ${stamp()}`
    const educator = await other()
    await startAs(educator, 'educator', 'Promising Teacher')
    const courseId = await makeCourse(educator, title)
    const student = await other()
    await startAs(student, 'student', 'Loyal Student')
    await enrol(student, courseId)
    const comment = `Rude words ${stamp()}`
    await student.request.post('/api/review/givereview', { data: { courseId, rating: 1, comment } })

    // stars that are chosen before the answer to a search has come are added to it
    await open(page, 'Reviews')
    const searched = (url: URL) => url.pathname === '/api/admin/reviews' && !url.searchParams.has('rating')
    const answer = await holdBack(page, searched)
    const field = page.getByRole('searchbox', { name: /^Search by/ })
    await field.fill(comment)
    await field.press('Enter')
    const stars = page.getByRole('combobox', { name: 'Stars' })
    await stars.selectOption('1')
    await expect(stars).toHaveValue('1')
    await expect(page).toHaveURL(/text=Rude.*rating=1/)
    answer()
    await page.unroute(searched)
    await entry(page, comment)
      .getByRole('button', { name: /^Remove/ })
      .click()
    await dialog.getByLabel('Reason').fill('Insults')
    await dialog.getByRole('button', { name: 'Remove review' }).click()
    await expect(page.getByText('Review removed', { exact: true })).toBeVisible()
    await expect(page.getByText('No reviews found')).toBeVisible()

    const statusFor = async (who: Client) => (await who.request.get(`/api/course/getcourse/${courseId}`)).status()
    const visitor = await other()
    await find(page, 'Courses', title)
    await entry(page, title)
      .getByRole('button', { name: /^Unlist/ })
      .click()
    await dialog.getByLabel('Reason').fill('Promises a job')
    await dialog.getByRole('button', { name: 'Unlist' }).click()
    await expect(page.getByText('Course unlisted', { exact: true })).toBeVisible()
    await expect(entry(page, title)).toContainText('Promises a job')
    expect([await statusFor(visitor), await statusFor(student)]).toEqual([404, 200])

    await entry(page, title)
      .getByRole('button', { name: /^Relist/ })
      .click()
    await dialog.getByRole('button', { name: 'Relist' }).click()
    await expect(page.getByText('Course relisted')).toBeVisible()
    expect(await statusFor(visitor)).toBe(200)
    // what is no one's to find yet cannot be taken back
    await educator.request.post(`/api/course/editcourse/${courseId}`, { data: { isPublished: false } })
    await page.reload()
    await expect(entry(page, title)).toContainText('Draft')
    await expect(entry(page, title).getByRole('button', { name: /list/ })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    const row = await page.getByRole('navigation', { name: 'Admin' }).boundingBox()
    expect(row?.height).toBeLessThan(64)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expectAudit(
      page,
      title,
      /Review with 1 star removed: Insults/,
      /Taken off the list: Promises a job/,
      /Put back on the list\./,
    )
    for (const one of [educator, student, visitor]) await one.request.dispose()
  })
})

test('lists of admins', async ({ page, expectErrors }) => {
  onlyWithAll('what admins do to one and to many, filters and files are tested without browsers')
  expectErrors.value = true
  const admin = await startAs(page, 'admin', 'Listing Admin')
  await page.goto('/admin/reviews')
  const dialog = page.getByRole('dialog')

  await test.step('a lost second step is removed, with the confirmation above the decision', async () => {
    const name = `Lost Phone ${stamp()}`
    const theirs = await other()
    await addApp(theirs, await startAs(theirs, 'student', name))
    await openUser(page, name, 'Remove second step')
    const decision = page.getByRole('dialog', { name: `Remove the second step of ${name}?` })
    const question = page.getByRole('dialog', { name: 'Confirm that it is you' })
    const remove = decision.getByRole('button', { name: 'Remove second step' })
    await decision.getByLabel('Reason').fill('They called from their own number')
    await remove.click()
    await expect(question.getByLabel('Current password', { exact: true })).toBeVisible()
    await expect(question).toHaveAttribute('data-open')
    // the keyboard is in the upper dialog, and stays there
    for (let presses = 0; presses < 6; presses++) {
      await page.keyboard.press('Tab')
      // at its ends the focus passes a guard beside it
      await expect.poll(() => question.evaluate((one) => one.contains(document.activeElement))).toBe(true)
    }
    await lookAt(page)
    // Escape closes the upper one alone: what was typed below is there, and nothing was done
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(decision.getByLabel('Reason')).toHaveValue('They called from their own number')
    await remove.click()
    await question.getByLabel('Current password', { exact: true }).fill('not the password')
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(question.getByText('The current password is not right')).toBeVisible()
    await question.getByLabel('Current password', { exact: true }).fill(admin.password)
    await question.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByText('Second step removed', { exact: true })).toBeVisible()
    await expect(question).toBeHidden()
    await expect(decision).toBeHidden()
    await expectAudit(page, name, /They called from their own number/)
    await theirs.request.dispose()
  })

  await test.step('several accounts are suspended at once, and that is undone; a filter is saved', async () => {
    const group = `Group ${stamp()}`
    const names = ['A', 'B', 'C'].map((letter) => `${group} ${letter}`)
    const clients = await people(names)
    await find(page, 'Users', group)
    await expect(page.getByText('3 users')).toBeVisible()
    // by keyboard: the last one, and with Shift all from there to the first
    await page.getByRole('checkbox', { name: `Select ${names[0]}` }).press('Space')
    await page.getByRole('checkbox', { name: `Select ${names[2]}` }).press('Shift+Space')
    await expect(page.getByText('3 selected')).toBeVisible()
    await lookAt(page)
    await page.getByRole('button', { name: 'Suspend (3)' }).click()
    await dialog.getByLabel('Reason').fill('One spammer')
    await dialog.getByRole('button', { name: 'Suspend' }).dblclick()
    await expect(page.getByText('You can undo this until')).toBeVisible()
    // the bar with the button went with the choice
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused()
    for (const name of names) await expect(entry(page, name)).toContainText('One spammer')
    await expect(page.getByText('3 selected')).toBeHidden()
    // another admin has ended one of them
    const second = await other()
    await startAs(second, 'admin', 'Second Admin')
    const { users } = await (await second.request.get(`/api/admin/users?text=${names[1]}`)).json()
    await second.request.post(`/api/admin/users/${users[0]._id}/restore`)
    await page.reload()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByText('1 row was not undone')).toBeVisible()
    await expect(page.locator('[data-select-all]:visible')).toBeFocused()
    await expect(page.getByText('It was changed since, and stays as it is.')).toBeVisible()
    await lookAt(page)
    for (const name of names) await expect(entry(page, name)).toContainText('Active')

    await page.getByRole('button', { name: 'Save this filter' }).click()
    await dialog.getByLabel('Name').fill(group)
    await dialog.getByRole('button', { name: 'Save' }).click()
    const filters = page.getByRole('list', { name: 'Saved filters' })
    await expect(filters.getByRole('link', { name: group })).toHaveAttribute('aria-current', 'true')
    await expect(filters.getByRole('link', { name: group })).toBeFocused()
    await open(page, 'Users')
    await filters.getByRole('link', { name: group }).click()
    await expect(page.getByText('3 users')).toBeVisible()
    const [table] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as CSV' }).click(),
    ])
    expect(table.suggestedFilename()).toBe('users.csv')
    await page.getByRole('button', { name: `Actions for the filter ${group}` }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete filter' }).click()
    await expect(filters).toBeHidden()
    for (const one of [...clients, second]) await one.request.dispose()
  })
})

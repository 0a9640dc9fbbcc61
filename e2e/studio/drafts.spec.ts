import { makeCourse, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, isWhole, test } from '../support/test.ts'

test('what an educator types into a course is not lost', async ({ page, browser, baseURL, problems }) => {
  const teacher = await startAs(page, 'educator', 'Careful Teacher')
  const courseId = await makeCourse(page, `Careful ${stamp()}`)
  await page.goto(`/addcourses/${courseId}`)
  const subtitle = page.getByLabel('Subtitle')
  const notice = page.getByRole('status').filter({ hasText: 'Restored what you typed' })
  const login = () =>
    page.request.post('/api/auth/login', { data: { email: teacher.email, password: teacher.password } })

  await test.step('a reload brings it back, in this browser and in another one', async () => {
    await subtitle.fill('Knots that hold')
    await expect(page.getByText('Unsaved changes, kept as a draft')).toBeVisible()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await expect(notice).toBeVisible()
    await expect(subtitle).toHaveValue('Knots that hold')
    await lookAt(page)
    const elsewhere = await (await browser.newContext({ ...(baseURL && { baseURL }) })).newPage()
    await elsewhere.context().addCookies(await page.context().cookies())
    // a slow line: the form begins without the draft, and has it when it comes
    await elsewhere.route(
      '**/api/drafts/**',
      async (route) => {
        await new Promise((resolve) => setTimeout(resolve, 3500))
        await route.continue()
      },
      { times: 1 },
    )
    await elsewhere.goto(`/addcourses/${courseId}`)
    const theirs = elsewhere.getByLabel('Subtitle')
    await expect(theirs).toHaveValue('Knots that hold')
    // what is typed on both is tested without browsers, in `kept-drafts.test.ts` and `drafts.test.ts`
    if (!isWhole) return elsewhere.context().close()

    // typed on both: nothing is lost until the educator has decided, and after that
    await theirs.fill('Bends that hold')
    await expect(elsewhere.getByText('Unsaved changes, kept as a draft')).toBeVisible()
    await subtitle.fill('Knots that hold well')
    const both = page.getByRole('status').filter({ hasText: 'You typed something else here' })
    await expect(both).toBeVisible()
    await expect(page.getByText('Unsaved changes, kept in this browser')).toBeVisible()
    await both.getByRole('button', { name: 'Use the other' }).click()
    await expect(subtitle).toHaveValue('Bends that hold')
    const other = page.getByRole('button', { name: 'Switch to the other' })
    await other.click()
    await expect(subtitle).toHaveValue('Knots that hold well')
    await expect(page.getByText('Unsaved changes, kept as a draft')).toBeVisible()
    await page.reload()
    await expect(subtitle).toHaveValue('Knots that hold well')
    await other.click()
    await expect(subtitle).toHaveValue('Bends that hold')
    await page.getByRole('button', { name: 'Discard the other' }).click()
    await expect(other).toHaveCount(0)
    await theirs.fill('Bends')
    await elsewhere.getByRole('button', { name: 'Keep mine' }).click()
    await expect(elsewhere.getByText('Unsaved changes, kept as a draft')).toBeVisible()
    await elsewhere.context().close()
    // this device takes the newest one
    await page.reload()
    await expect(subtitle).toHaveValue('Bends')
  })
  // so is what becomes of a draft; `ended-session.spec.ts` has a session that ends while one types
  if (!isWhole) return

  await test.step('an ended session does not lose it: after the login it is there', async () => {
    await page.request.get('/api/auth/logout')
    await subtitle.fill('Knots that hold in the rain')
    await expect(page.getByText('Unsaved changes, kept in this browser')).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('You were logged out.')).toBeVisible()
    await login()
    await page.reload()
    await expect(subtitle).toHaveValue('Knots that hold in the rain')
    problems.length = 0
  })

  await test.step('it is offered where the course has changed since, and discarded', async () => {
    await page.request.post(`/api/course/editcourse/${courseId}`, { data: { description: 'Changed elsewhere' } })
    await page.reload()
    const offer = page.getByText('Something you typed here was not saved, and this has changed since.')
    await expect(offer).toBeVisible()
    await expect(subtitle).toHaveValue('')
    await page.getByRole('button', { name: 'Restore' }).click()
    await expect(subtitle).toHaveValue('Knots that hold in the rain')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(subtitle).toHaveValue('')
  })

  await test.step('“Saved” is said when it is, and nothing is kept then', async () => {
    await subtitle.fill('Bends')
    await expect(page.getByText('Saved', { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(subtitle).toHaveValue('Bends')
    await expect(notice).toHaveCount(0)
  })

  await test.step('what is being created is there after a reload and an ended session, and goes with the success', async () => {
    await page.goto('/createcourses')
    const title = page.getByLabel('Course title')
    await title.fill('A second course')
    await page.reload()
    await expect(title).toHaveValue('A second course')
    await page.request.get('/api/auth/logout')
    await title.fill('A second course on knots')
    await page.getByLabel('Category').selectOption({ index: 1 })
    await expect(page.getByText('Unsaved changes, kept in this browser')).toBeVisible()
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expect(page.getByText('You were logged out.')).toBeVisible()
    await login()
    problems.length = 0
    await page.reload()
    await expect(title).toHaveValue('A second course on knots')
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expect(page).toHaveURL(/addcourses/)
    await page.goto('/createcourses')
    await expect(title).toHaveValue('')
    await expect(notice).toHaveCount(0)
    await page.goto(`/createlecture/${courseId}`)
    await page.getByLabel('Lecture title').fill('The bowline')
    await page.reload()
    await expect(page.getByLabel('Lecture title')).toHaveValue('The bowline')
    await page.getByRole('button', { name: 'Create Lecture' }).click()
    await expect(page.getByLabel('Lecture title')).toHaveValue('')
    await page.goto('/offers/coupons')
    await page.getByLabel('Code').fill('KNOTS50')
    await page.reload()
    await expect(page.getByLabel('Code')).toHaveValue('KNOTS50')
  })
})

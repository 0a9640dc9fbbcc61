import { makeCourse, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, test } from '../support/test.ts'

test('what an educator types into a course is not lost', async ({ page, browser, baseURL, problems }) => {
  test.setTimeout(90_000)
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
    await elsewhere.goto(`/addcourses/${courseId}`)
    await expect(elsewhere.getByLabel('Subtitle')).toHaveValue('Knots that hold')
    await elsewhere.context().close()
  })

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
})

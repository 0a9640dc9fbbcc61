import type { Page } from '@playwright/test'
import { addLecture, enrol, makeCourse, signInAs, stamp, startAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { expect, expectPage, test } from './support/test.ts'

const setPrice = async (page: Page, courseId: string, price: string) =>
  expect((await page.request.post(`/api/course/editcourse/${courseId}`, { multipart: { price } })).status()).toBe(200)

const chart = (page: Page, name: string) =>
  page.getByRole('img', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) })
const lectures = 'Course Progress (Lectures)'
const students = 'Student Enrollment'

test(
  'shows photo, welcome, earning, description, and two charts of 300 px with their tables',
  { tag: '@phone' },
  async ({ page, browser }, info) => {
    await startAs(page, 'educator', 'Meera Nair')
    // the short one has room below its bar, the long one has not
    const [loom, yoga] = [`Weaving on a small loom ${stamp()}`, `Yoga ${stamp().slice(-4)}`]
    const weaving = await makeCourse(page, loom)
    await makeCourse(page, yoga)
    await addLecture(page, weaving, 'The loom')
    await addLecture(page, weaving, 'The first cloth')
    for (const name of ['Asha One', 'Asha Two']) {
      const student = await (await browser.newContext()).newPage()
      await startAs(student, 'student', name)
      await enrol(student, weaving)
      await student.request.post('/api/review/givereview', {
        data: { courseId: weaving, rating: 4, comment: `${name} says so` },
      })
      await student.context().close()
    }
    await setPrice(page, weaving, '123456.50')

    await page.goto('/')
    if (info.project.name === 'phone') await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('link', { name: 'Dashboard' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Meera Nair' })).toBeVisible()
    await expect(page.getByRole('img', { name: 'No photo of Meera Nair yet' })).toBeVisible()
    await expect(page.getByText('Total Earning')).toBeVisible()
    await expect(page.getByText('₹2,46,913', { exact: true })).toBeVisible()
    await expect(page.getByText('Start creating amazing courses for your students!')).toBeVisible()
    await expect(page.getByText('Asha Two says so')).toBeVisible()

    for (const [title, top] of [
      [lectures, '2'],
      [students, '2'],
    ] as const) {
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      const drawing = chart(page, title).locator('svg.recharts-surface').first()
      await expect(drawing).toHaveAttribute('height', '300')
      await expect(chart(page, title).getByText('Weaving on...')).toBeVisible()
      await expect(chart(page, title).getByText(yoga, { exact: true })).toBeVisible()
      const table = page.getByRole('table', { name: title })
      await expect(table.getByRole('row', { name: `${loom} ${top}` })).toBeAttached()
      await expect(table.getByRole('row', { name: `${yoga} 0` })).toBeAttached()
    }
    await lookAt(page)

    await page
      .getByRole('group', { name: `Show ${students} as` })
      .getByRole('button', { name: 'Table' })
      .click()
    await expect(chart(page, students)).toHaveCount(0)
    await expect(chart(page, lectures)).toBeVisible()
    await expect(page.getByRole('table', { name: students }).getByText(loom)).toBeInViewport({
      ratio: 0,
    })
    await lookAt(page)

    await page.getByRole('link', { name: 'Create Courses' }).click()
    await expectPage(page, /\/courses$/, 'My Courses')
    await page.getByRole('link', { name: 'Back' }).click()
    await expectPage(page, /\/dashboard$/, 'Welcome')
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/$/)
  },
)

test('says how to begin while there is nothing to count', async ({ page }) => {
  await startAs(page, 'educator', 'New Teacher')
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, New Teacher' })).toBeVisible()
  await expect(page.getByText('₹0', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your statistics will appear here' })).toBeVisible()
  await lookAt(page)
  await page.getByRole('link', { name: 'Create your first course' }).click()
  await expect(page).toHaveURL(/\/createcourses$/)
})

test('has room for sixty courses, and names that are all one word', async ({ page }) => {
  test.setTimeout(180_000)
  await startAs(page, 'educator', 'A'.repeat(60))
  for (let number = 1; number <= 60; number++) {
    const title = number === 60 ? 'W'.repeat(150) : `Course number ${number}`
    const made = await page.request.post('/api/course/create', { data: { title, category: 'Others' } })
    expect(made.status()).toBe(201)
  }
  await page.goto('/dashboard')
  const place = page.getByRole('region', { name: lectures, exact: true })
  await expect(chart(page, lectures).getByText('WWWWWWWWWW...')).toBeVisible()
  await expect(chart(page, lectures).getByText('Course num...')).toHaveCount(59)
  const { scroll, client } = await place.evaluate((element) => ({
    scroll: element.scrollWidth,
    client: element.clientWidth,
  }))
  expect(scroll).toBeGreaterThan(client * 2)
  await place.focus()
  await expect(place).toBeFocused()
  await lookAt(page)
})

test('loads the charts here and nowhere else', async ({ page }) => {
  const drawn: string[] = []
  page.on('request', (request) => {
    if (/bar-chart/.test(request.url())) drawn.push(new URL(page.url()).pathname)
  })
  await signInAs(page, 'educator')
  // a chart that is fetched ahead comes when nothing else does
  await page.goto('/courses', { waitUntil: 'networkidle' })
  expect(drawn).toEqual([])
  await page.goto('/dashboard')
  await expect(chart(page, lectures)).toBeVisible()
  expect(drawn).toEqual(['/dashboard'])
})

test('a chart that cannot be fetched has its table', async ({ page, problems }) => {
  await signInAs(page, 'educator')
  await page.route(/bar-chart/, (route) => route.abort())
  await page.goto('/dashboard')
  await expect(page.getByText('The chart could not be loaded.').first()).toBeVisible()
  await page
    .getByRole('group', { name: `Show ${lectures} as` })
    .getByRole('button', { name: 'Table' })
    .click()
  await expect(page.getByRole('table', { name: lectures }).getByRole('row').nth(1)).toBeVisible()
  expect(problems.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
  problems.length = 0
})

test('is not for students and admins', async ({ page }) => {
  await signInAs(page, 'student')
  for (const path of ['/dashboard', '/reviews', '/courses/any/students']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
})

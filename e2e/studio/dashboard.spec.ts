import { addLecture, enrol, makeCourse, newClient, review, signInAs, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, expectAccessible, expectPage, narrow, onlyWithAll, test } from '../support/test.ts'

const lectures = 'Course Progress (Lectures)'
const students = 'Student Enrollment'

test('the dashboard of an educator, and the reviews behind it', async ({ page, problems }) => {
  onlyWithAll('each page of it is opened in every run; sums, filters and curves are tested without browsers')
  const chart = (name: string) => page.getByRole('img', { name: new RegExp(`^${name.replace(/[()]/g, '\\$&')}`) })
  const showTable = (name: string) =>
    page
      .getByRole('group', { name: `Show ${name} as` })
      .getByRole('button', { name: 'Table' })
      .click()
  const toDashboard = async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).click()
    await expectPage(page, /\/dashboard$/, 'Welcome, Meera Nair')
  }
  // the short one has room below its bar, the long one has not
  const [loom, yoga] = [`Weaving on a small loom ${stamp()}`, `Yoga ${stamp().slice(-4)}`]
  let yogaId = ''
  await startAs(page, 'educator', 'Meera Nair')

  await test.step('says how to begin while there is nothing to count', async () => {
    await page.goto('/reviews')
    await expect(page.getByText('No reviews yet')).toBeVisible()
    await expectAccessible(page)
    await toDashboard()
    await expect(page.getByText('₹0', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Your statistics will appear here' })).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: 'Create your first course' }).click()
    await expect(page).toHaveURL(/\/createcourses$/)
  })

  await test.step('shows photo, welcome, earning, description, and two charts of 300 px with their tables', async () => {
    const weaving = await makeCourse(page, loom)
    yogaId = await makeCourse(page, yoga)
    await addLecture(page, weaving, 'The loom')
    await addLecture(page, weaving, 'The first cloth')
    for (const name of ['Asha One', 'Asha Two']) {
      const student = await newClient('student', name)
      await enrol(student, weaving)
      await review(student, weaving, 5, `${name} says so`)
      if (name === 'Asha Two') {
        await enrol(student, yogaId)
        await review(student, yogaId, 2, '')
      }
      await student.request.dispose()
    }
    const price = { multipart: { price: '123456.50' } }
    expect((await page.request.post(`/api/course/editcourse/${weaving}`, price)).status()).toBe(200)

    await toDashboard()
    await expect(page.getByRole('img', { name: 'No photo of Meera Nair yet' })).toBeVisible()
    await expect(page.getByText('Total Earning')).toBeVisible()
    await expect(page.getByText('₹2,46,913', { exact: true })).toBeVisible()
    await expect(page.getByText('Start creating amazing courses for your students!')).toBeVisible()
    await expect(page.getByText('Asha Two says so')).toBeVisible()
    const drawings = async () => {
      for (const title of [lectures, students]) {
        await expect(page.getByRole('heading', { name: title })).toBeVisible()
        const drawing = chart(title).locator('svg.recharts-surface').first()
        await expect(drawing).toHaveAttribute('height', '300')
        await expect(chart(title).getByText('Weaving on...')).toBeVisible()
        await expect(chart(title).getByText(yoga, { exact: true })).toBeVisible()
      }
    }
    await drawings()
    for (const [title, many, few] of [
      [lectures, 2, 0],
      [students, 2, 1],
    ] as const) {
      const table = page.getByRole('table', { name: title })
      await expect(table.getByRole('row', { name: `${loom} ${many}` })).toBeAttached()
      await expect(table.getByRole('row', { name: `${yoga} ${few}` })).toBeAttached()
    }
    await narrow(page, drawings)

    await showTable(students)
    await expect(chart(students)).toHaveCount(0)
    await expect(chart(lectures)).toBeVisible()
    await expect(page.getByRole('table', { name: students }).getByText(loom)).toBeInViewport({ ratio: 0 })
    // a chart and a table
    await lookAt(page)

    const studio = page.getByRole('navigation', { name: 'Studio' })
    await studio.getByRole('link', { name: 'Earnings' }).click()
    await expectPage(page, /\/earnings$/, 'Earnings')
    await page.getByRole('button', { name: '12 months' }).click()
    await expect(page.getByRole('img', { name: /^Revenue of the last 12 months/ })).toBeVisible()
    await expect(page.getByRole('row', { name: new RegExp(`^${loom} 2 0 % ₹`) })).toBeVisible()
    await lookAt(page)
    await studio.getByRole('link', { name: 'Students' }).click()
    await expectPage(page, /\/students$/, 'Students')
    await expect(page.getByRole('listitem').filter({ hasText: loom })).toContainText('2 students')
    await lookAt(page)
    await studio.getByRole('link', { name: 'Live' }).click()
    await expectPage(page, /\/livesessions$/, 'Live sessions')
    await expect(page.getByRole('heading', { name: 'No session is scheduled' })).toBeVisible()
    await page.goto('/dashboard')
    await page.getByRole('link', { name: 'Create Courses' }).click()
    await expectPage(page, /\/courses$/, 'My Courses')
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
    await expectPage(page, /\/dashboard$/, 'Welcome')
    await expect(page.getByRole('main').getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/')
  })

  await test.step('reviews of my courses are filtered by course and stars in the address', async () => {
    const reviews = page.getByRole('article')
    await page.getByRole('link', { name: 'All reviews' }).click()
    await expect(page).toHaveURL(/\/reviews$/)
    await expect(reviews).toHaveCount(3)
    await expect(page.getByText('No comment, stars alone.')).toBeVisible()
    await lookAt(page)
    await page.getByRole('link', { name: '5 stars: 2 reviews' }).click()
    await expect(page).toHaveURL(/\/reviews\?rating=5$/)
    await expect(reviews).toHaveCount(2)
    await expect(page.getByText('2 reviews with 5 stars')).toBeVisible()
    await page.reload()
    await expect(reviews).toHaveCount(2)
    await page.getByLabel('Course', { exact: true }).selectOption(yoga)
    await expect(page).toHaveURL(new RegExp(`/reviews\\?course=${yogaId}$`))
    await expect(reviews).toHaveText([new RegExp(yoga)])
    await page.getByRole('link', { name: '1 star: 0 reviews' }).click()
    await expect(page.getByText('No reviews here')).toBeVisible()
    await page.getByRole('link', { name: 'Show all reviews' }).click()
    await expect(reviews).toHaveCount(3)
  })

  await test.step('a chart is fetched on the dashboard alone, and has its table when it cannot be', async () => {
    const drawn: string[] = []
    page.on('request', (request) => {
      if (/bar-chart/.test(request.url())) drawn.push(new URL(page.url()).pathname)
    })
    await page.route(/bar-chart/, (route) => route.abort())
    // a chart that is fetched ahead comes when nothing else does
    await page.goto('/courses', { waitUntil: 'networkidle' })
    expect(drawn).toEqual([])
    await page.goto('/dashboard')
    await expect(page.getByText('The chart could not be loaded.').first()).toBeVisible()
    expect(new Set(drawn)).toEqual(new Set(['/dashboard']))
    await showTable(lectures)
    await expect(page.getByRole('table', { name: lectures }).getByRole('row').nth(1)).toBeVisible()
    expect(problems.filter((one) => !one.includes('ERR_FAILED'))).toEqual([])
    problems.length = 0
  })

  await test.step('insight into a course: its curves by keyboard, as a table and as a file', async () => {
    // an open page would hear that its session has ended
    await page.goto('about:blank')
    await signInAs(page, 'educator')
    const { courses } = await (await page.request.get('/api/course/own')).json()
    const { _id } = courses.find(({ title }: { title: string }) => title.startsWith('Web Development From Zero'))
    const place = page.getByRole('slider', { name: 'Place in Welcome: how this course works' })
    // a server that was started a moment ago adds up what its demo has watched within a minute
    await expect(async () => {
      await page.goto(`/courses/${_id}/insight`)
      await expect(place).toBeAttached({ timeout: 2000 })
    }).toPass({ timeout: 100_000 })
    await place.focus()
    for (let press = 0; press < 3; press++) await page.keyboard.press('ArrowRight')
    await expect(place).toHaveAttribute('aria-valuetext', /^0:03: \d+ % of the viewers saw this/)
    await expect(page.getByText(/^0:03 \d+ % of the viewers saw this/)).toBeVisible()
    await page.getByText('Numbers as a table').click()
    await expect(page.getByRole('table', { name: /^How Welcome/ }).getByRole('row')).toHaveCount(15)
    await lookAt(page)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /^Download as CSV: the curve/ }).click()
    expect((await download).suggestedFilename()).toBe(
      'web-development-from-zero-html-css-and-javascript-welcome-how-this-course-works-insight.csv',
    )

    const lectures = page.getByRole('table', { name: 'Lectures and how they are watched' })
    await lectures.getByRole('button', { name: 'Length' }).click()
    await expect(lectures.getByRole('columnheader', { name: 'Length' })).toHaveAttribute('aria-sort', 'descending')
    await expect(lectures.getByRole('row').nth(1)).toContainText('0:33')
    await lectures.getByRole('link', { name: 'Every page is made of boxes' }).click()
    await expect(page.getByRole('slider', { name: 'Place in Every page is made of boxes' })).toBeAttached()
  })
})

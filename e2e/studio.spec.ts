import { demoAccounts, logIn } from './support/accounts.ts'
import { enrol, makeCourse, stamp, startAs } from './support/api.ts'
import { another, courseWith } from './support/classes.ts'
import { lookAt } from './support/look.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectPage, test } from './support/test.ts'

test.describe('courses', () => {
  test(
    'are listed in a table or in cards, with price, status and the way to edit them',
    { tag: '@phone' },
    async ({ page }, { project }) => {
      await startAs(page, 'educator', 'Listing Teacher')
      await page.goto('/courses')
      await expect(page.getByText('No courses yet')).toBeVisible()
      await lookAt(page)
      await page.getByRole('link', { name: 'Create Course', exact: true }).click()
      const draft = `Draft ${stamp()}`
      await expect(page.getByRole('main').getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/courses')
      await page.getByLabel('Course title').fill(draft)
      await page.getByLabel('Category').selectOption('Others')
      await page.getByRole('button', { name: 'Create Course' }).click()
      await expect(page.getByText('Course Created')).toBeVisible()
      await expect(page).toHaveURL(/\/courses$/)
      await makeCourse(page, `Published ${stamp()}`)
      await page.reload()
      const table = page.getByRole('table')
      await expect(table).toHaveCount(project.name === 'phone' ? 0 : 1)
      if (project.name === 'desktop')
        for (const name of ['Course', 'Price', 'Status'])
          await expect(table.getByRole('columnheader', { name })).toBeVisible()
      for (const text of ['NA', '₹0', 'Draft', 'Published', 'A list of your recent courses.'])
        await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
      await lookAt(page)
      await page.getByRole('link', { name: `Watch ${draft}` }).click()
      await expect(page).toHaveURL(/\/viewlecture\//)
      await page.goBack()
      await page.getByRole('link', { name: `Edit ${draft}` }).click()
      await expectPage(page, /\/addcourses\//, 'Edit Course')
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expectPage(page, /\/courses$/, 'My Courses')
      await page.getByRole('link', { name: 'Back' }).click()
      await expect(page).toHaveURL(/\/dashboard$/)
    },
  )

  test('are published by Save alone; what is not saved is asked about, and survives nothing silently', {
    tag: '@phone',
  }, async ({ page }) => {
    await startAs(page, 'educator', 'Publishing Teacher')
    const courseId = await makeCourse(page, `Publishing ${stamp()}`)
    const course = async () => (await page.request.get(`/api/course/getcourse/${courseId}`)).json()
    await page.goto(`/addcourses/${courseId}`)
    await page.getByRole('switch', { name: 'Published' }).uncheck()
    await expect(page.getByText('Save to unpublish')).toBeVisible()
    expect((await course()).isPublished).toBe(true)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await lookAt(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked()
    await page.getByLabel('Price').fill('1299.50')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Course Updated')).toBeVisible()
    await expect(page).toHaveURL(/\/courses$/)
    expect(await course()).toMatchObject({ isPublished: false, price: 1299.5 })
    await expect(page.getByText('₹1,299.50').filter({ visible: true })).toBeVisible()
    await page.goto(`/addcourses/${courseId}`)
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}$`))
    await expect(page.getByLabel('Price')).toHaveValue('1299.5')
  })

  test('are removed after a question that says what becomes of their students', async ({ page }) => {
    await startAs(page, 'educator', 'Removing Teacher')
    const courseId = await courseWith(page, `Short-lived ${stamp()}`, ['One'])
    await page.goto(`/addcourses/${courseId}`)
    const remove = page.getByRole('button', { name: 'Remove Course' })
    const question = page.getByRole('alertdialog')
    await remove.click()
    await expect(question).toContainText('No one is enrolled. The course is deleted permanently')
    await question.getByRole('button', { name: 'Cancel' }).click()
    const student = await another(page, 'student', 'Keeping Student')
    await enrol(student, courseId)
    await page.reload()
    await remove.click()
    await expect(question).toContainText('1 student is enrolled and keeps the course with all its lectures for good.')
    await lookAt(page)
    await question.getByRole('button', { name: 'Remove Course' }).click()
    await expect(page.getByText('Course Deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/courses$/)
    await student.goto(`/viewlecture/${courseId}`)
    await expect(student.getByText('All Lectures')).toBeVisible()
    await student.context().close()
  })

  test('are duplicated from the list and from their page', async ({ page }) => {
    await startAs(page, 'educator', 'Copying Teacher')
    const title = `Weaving ${stamp()}`
    await courseWith(page, title, ['The loom', 'The cloth'])
    await page.goto('/courses')
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'View as a student',
      'Edit lectures',
      'Students',
      'Reviews',
      'Duplicate course',
    ])
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Duplicate course' }).click()
    await expect(page.getByText('Course Duplicated')).toBeVisible()
    await page.getByRole('link', { name: `Edit Copy of ${title}` }).click()
    await expect(page.locator('input[name=title]')).toHaveValue(`Copy of ${title}`)
    await expect(page.getByText('This course has 2 lectures.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked()
    await page.getByRole('button', { name: `More for Copy of ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Duplicate course' }).click()
    await expect(page.locator('input[name=title]')).toHaveValue(`Copy of Copy of ${title}`)
  })

  test('are seen by their educator as a student sees them, and nothing is bought', async ({ page }) => {
    await startAs(page, 'educator', 'Looking Teacher')
    const courseId = await courseWith(page, `Looking ${stamp()}`, ['The loom'])
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    await page.goto(`/viewcourse/${courseId}`)
    await expect(page.getByRole('link', { name: 'View Lectures' })).toHaveAttribute('href', `/viewlecture/${courseId}`)
    await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(0)
    await page.getByRole('link', { name: 'View as a student' }).click()
    await expect(page.getByText('This is what a student sees before enrolling.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Your course' })).toHaveCount(0)
    await expect(page.getByText('Plays after you enroll')).toBeAttached()
    await page.getByRole('button', { name: 'Enroll Now' }).click()
    await expect(page.getByText('This is a preview: nothing was bought.')).toBeVisible()
    await page.getByRole('button', { name: 'Add to wishlist' }).click()
    await expect(page.getByText('This is a preview: students put the course on their wishlist here.')).toBeVisible()
    await lookAt(page)
    expect(calls.filter((path) => /payment|wishlist/.test(path))).toEqual([])
    await page.getByRole('link', { name: 'Exit preview' }).click()
    await expectPage(page, new RegExp(`/addcourses/${courseId}$`), 'Edit Course')
    await page.getByRole('link', { name: 'View as a student' }).click()
    await expect(page).toHaveURL(/view=student$/)

    const student = await another(page, 'student', 'Plain Student')
    await student.goto(`/viewcourse/${courseId}?view=student`)
    await expect(student.getByRole('button', { name: 'Enroll Now' })).toBeVisible()
    await expect(student.getByText('This is what a student sees')).toHaveCount(0)
    await student.context().close()
  })
})

test.describe('students', () => {
  test('of a course are listed with date and progress, found, sorted, and kept in the address', {
    tag: '@phone',
  }, async ({ page }) => {
    await startAs(page, 'educator', 'Asking Teacher')
    const title = `Asking ${stamp()}`
    const courseId = await courseWith(page, title, ['One', 'Two'])
    await page.goto(`/courses/${courseId}/students`)
    await expect(page.getByText('No students yet')).toBeVisible()
    await lookAt(page)
    const names = ['Zara First', 'Asha Second']
    for (const name of names) {
      const student = await another(page, 'student', name)
      await enrol(student, courseId)
      if (name === 'Zara First') {
        const { lectures } = await (await student.request.get(`/api/course/getcourselecture/${courseId}`)).json()
        const done = { data: { seconds: 3, completed: true } }
        expect((await student.request.post(`/api/learning/lecture/${lectures[0]._id}`, done)).status()).toBe(200)
      }
      await student.context().close()
    }
    await page.goto('/courses')
    await page.getByRole('link', { name: `2 students in ${title}` }).click()
    await expect(page).toHaveURL(new RegExp(`/courses/${courseId}/students$`))
    const people = page.getByText(/^(Zara First|Asha Second)$/).filter({ visible: true })
    await expect(people).toHaveText(['Asha Second', 'Zara First'])
    await expect(page.getByText('1 of 2').filter({ visible: true }).last()).toBeVisible()
    await expect(page.getByText('Not yet').filter({ visible: true })).toHaveCount(1)
    await expect(page.locator('#content').getByText('@')).toHaveCount(0)
    await lookAt(page)
    await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Furthest first')
    await expect(people).toHaveText(['Zara First', 'Asha Second'])
    await page.getByLabel('Search students').fill('asha')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(people).toHaveText(['Asha Second'])
    await page.reload()
    await expect(people).toHaveText(['Asha Second'])
    await expect(page.getByText('1 student for “asha”')).toBeVisible()
    await page.getByLabel('Search students').fill('no one')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page.getByText('No students found')).toBeVisible()
    await page.goBack()
    await expect(people).toHaveText(['Asha Second'])
  })

  test('of someone else’s course do not exist', async ({ page, problems, expectErrors }) => {
    expectErrors.value = true
    await logIn(page, demoAccounts.educator, demoAccounts.password)
    const other = await another(page, 'educator', 'Other Teacher')
    const courseId = await makeCourse(other, `Other ${stamp()}`)
    await other.context().close()
    for (const path of [`/courses/${courseId}/students`, `/reviews?course=${courseId}`, `/createlecture/${courseId}`]) {
      const answer = await page.goto(path)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
    expect(problems.filter((one) => !/404/.test(one))).toEqual([])
  })
})

test('reviews of my courses are filtered by course and stars in the address', async ({ page }) => {
  await startAs(page, 'educator', 'Reviewed Teacher')
  const [weaving, dyeing] = [`Weaving ${stamp()}`, `Dyeing ${stamp()}`]
  await page.goto('/reviews')
  await expect(page.getByText('No reviews yet')).toBeVisible()
  await lookAt(page)
  const ids = [await makeCourse(page, weaving), await makeCourse(page, dyeing)]
  const student = await another(page, 'student', 'Reviewing Student')
  for (const [index, courseId] of ids.entries()) {
    await enrol(student, courseId)
    const data = { courseId, rating: index === 0 ? 5 : 2, comment: index === 0 ? 'All clear' : '' }
    expect((await student.request.post('/api/review/givereview', { data })).status()).toBe(201)
  }
  await student.context().close()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'All reviews' }).click()
  await expect(page).toHaveURL(/\/reviews$/)
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(page.getByText('No comment, stars alone.')).toBeVisible()
  await lookAt(page)
  await page.getByRole('link', { name: '5 stars: 1 review' }).click()
  await expect(page).toHaveURL(/\/reviews\?rating=5$/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText('1 review with 5 stars')).toBeVisible()
  await page.reload()
  await expect(page.getByText('All clear')).toBeVisible()
  await page.getByLabel('Course', { exact: true }).selectOption(dyeing)
  await expect(page).toHaveURL(new RegExp(`/reviews\\?course=${ids[1]}$`))
  await expect(page.getByRole('article')).toContainText(dyeing)
  await page.getByRole('link', { name: '1 star: 0 reviews' }).click()
  await expect(page.getByText('No reviews here')).toBeVisible()
  await page.getByRole('link', { name: 'Show all reviews' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

test('names that are one long word fit every page of the studio', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/')
  await startAs(page, 'educator', 'N'.repeat(60))
  const courseId = await courseWith(page, 'T'.repeat(150), ['L'.repeat(200), 'M'.repeat(200)])
  const student = await another(page, 'student', 'S'.repeat(60))
  await enrol(student, courseId)
  const data = { courseId, rating: 1, comment: 'C'.repeat(500) }
  expect((await student.request.post('/api/review/givereview', { data })).status()).toBe(201)
  await student.context().close()
  const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
  for (const path of [
    '/dashboard',
    '/courses',
    `/addcourses/${courseId}`,
    `/createlecture/${courseId}`,
    `/editlecture/${courseId}/${lectures[0]._id}`,
    `/courses/${courseId}/students`,
    `/reviews?course=${courseId}`,
    `/viewcourse/${courseId}`,
    `/viewcourse/${courseId}?view=student`,
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('a student is sent away from the pages of the studio', async ({ page }) => {
  await logIn(page, demoAccounts.student, demoAccounts.password)
  for (const path of ['/courses/any/students', '/reviews', '/createlecture/any', '/editlecture/any/any']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/$/)
  }
})

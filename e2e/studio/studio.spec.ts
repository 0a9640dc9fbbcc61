import { type Client, documentAt, enrol, makeCourse, newClient, review, stamp, startAs } from '../support/api.ts'
import { courseWith } from '../support/classes.ts'
import { lookAt } from '../support/look.ts'
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectPage,
  goByRouter,
  isWhole,
  narrow,
  onlyWithAll,
  test,
} from '../support/test.ts'

test('courses of an educator, from the first draft to a copy of a copy', async ({ page, problems }) => {
  await startAs(page, 'educator', 'Listing Teacher')
  const [draft, title] = [`Draft ${stamp()}`, `Weaving ${stamp()}`]
  let courseId = ''
  const edit = async (name: string) => {
    await page.getByRole('link', { name: `Edit ${name}` }).click()
    await expectPage(page, /\/addcourses\//, 'Edit Course')
  }
  const backToList = async () => {
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expectPage(page, /\/courses$/, 'My Courses')
  }
  await page.goto('/courses')

  await test.step('are listed in a table or in cards, with price, status and the way to edit them', async () => {
    await expect(page.getByText('No courses yet')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Create Course', exact: true }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/courses')
    await page.getByLabel('Course title').fill(draft)
    await page.getByLabel('Category').selectOption('Others')
    await lookAt(page)
    courseId = await courseWith(page, title, ['The loom', 'The cloth'])
    await page.getByRole('button', { name: 'Create Course' }).click()
    await expect(page.getByText('Course Created')).toBeVisible()
    await expectPage(page, /\/addcourses\//, 'Edit Course')
    await backToList()
    const table = page.getByRole('table')
    for (const name of ['Course', 'Price', 'Status'])
      await expect(table.getByRole('columnheader', { name })).toBeVisible()
    const texts = async () => {
      for (const text of ['NA', '₹0', 'Draft', 'Published', 'A list of your recent courses.'])
        await expect(page.getByText(text, { exact: true }).filter({ visible: true }).first()).toBeVisible()
    }
    await texts()
    await lookAt(page)
    await narrow(page, async () => {
      await expect(table).toHaveCount(0)
      await texts()
      await expect(page.getByRole('link', { name: `Edit ${draft}` })).toBeVisible()
      // one row, which scrolls sideways
      const sections = await page.getByRole('navigation', { name: 'Studio' }).boundingBox()
      expect(sections?.height).toBeLessThan(64)
    })
    await goByRouter(page, '/students')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: title })
    const [picture, name] = [row.locator('span').first(), row.getByRole('link')]
    expect((await picture.boundingBox())?.width).toBeLessThan(120)
    expect((await name.boundingBox())?.width).toBeGreaterThan(300)
    await page.goBack()
    await page.getByRole('link', { name: `Watch ${draft}` }).click()
    await expect(page).toHaveURL(/\/viewlecture\//)
    await page.goBack()
    await edit(draft)
    await backToList()
  })

  await test.step('are published by Save alone; what is not saved is asked about, and survives nothing silently', async () => {
    const course = async () => (await page.request.get(`/api/course/getcourse/${courseId}`)).json()
    await edit(title)
    const warning = page.getByText('No lecture has a video yet: students who pay find nothing to watch.')
    await expect(warning).toHaveCount(0)
    await page.getByLabel('Price').fill('500')
    await expect(warning).toBeVisible()
    await page.getByRole('switch', { name: 'Published' }).uncheck()
    await expect(page.getByText('Save to unpublish')).toBeVisible()
    await expect(warning).toHaveCount(0)
    expect((await course()).isPublished).toBe(true)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await lookAt(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked()
    await page.getByLabel('Price').fill('1299.50')
    await page.route('**/api/course/editcourse/**', (route) => route.fulfill({ status: 503, json: {} }), { times: 1 })
    const saved = page.getByText('Saved', { exact: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expect(page.getByText(/^Unsaved changes/)).toBeVisible()
    await expect(saved).toHaveCount(0)
    expect(problems).toHaveLength(1)
    problems.length = 0
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Course Updated')).toBeVisible()
    await expect(saved).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}$`))
    expect(await course()).toMatchObject({ isPublished: false, price: 1299.5 })
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name: 'Courses' }).click()
    await expect(page.getByText('₹1,299.50').filter({ visible: true })).toBeVisible()
    await edit(title)
    await page.reload()
    await expect(page).toHaveURL(new RegExp(`/addcourses/${courseId}$`))
    await expect(page.getByLabel('Price')).toHaveValue('1299.5')
    await lookAt(page)
    await backToList()
  })

  // what a copy has is tested without browsers
  if (!isWhole) return
  await test.step('are duplicated from the list and from their page', async () => {
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'View as a student',
      'Edit lectures',
      'Teach live',
      'Students',
      'Marks',
      'Import questions',
      'Insight',
      'Asked and not found',
      'Announcements',
      'Reviews',
      'Duplicate course',
    ])
    await expectAccessible(page)
    await page.getByRole('menuitem', { name: 'Duplicate course' }).click()
    await expect(page.getByText('Course Duplicated')).toBeVisible()
    await edit(`Copy of ${title}`)
    await expect(page.locator('input[name=title]')).toHaveValue(`Copy of ${title}`)
    await expect(page.getByText('This course has 2 lectures.')).toBeVisible()
    await expect(page.getByRole('switch', { name: 'Published' })).not.toBeChecked()
    await page.getByRole('button', { name: `More for Copy of ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Duplicate course' }).click()
    await expect(page.locator('input[name=title]')).toHaveValue(`Copy of Copy of ${title}`)
    await backToList()
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/dashboard$/)
  })
})

test('a course of an educator, as its students see it, until it is removed', async ({ page, problems }) => {
  onlyWithAll('each page of it is opened in every run; who sees and removes what is tested without browsers')
  await startAs(page, 'educator', 'Asking Teacher')
  const title = `Asking ${stamp()}`
  const courseId = await courseWith(page, title, ['One', 'Two'])
  const students: Client[] = []
  const student = async (name: string): Promise<Client> => {
    const client = await newClient('student', name)
    await enrol(client, courseId)
    students.push(client)
    return client
  }

  await test.step('students of a course are listed with date and progress, found, sorted, and kept in the address', async () => {
    await page.goto(`/courses/${courseId}/students`)
    await expect(page.getByText('No students yet')).toBeVisible()
    await expectAccessible(page)
    const zara = await student('Zara First')
    const { lectures } = await (await zara.request.get(`/api/course/getcourselecture/${courseId}`)).json()
    const done = { data: { seconds: 3, completed: true } }
    expect((await zara.request.post(`/api/learning/lecture/${lectures[0]._id}`, done)).status()).toBe(200)
    await student('Asha Second')
    await page.getByRole('main').getByRole('link', { name: 'Back' }).click()
    await page.getByRole('link', { name: `2 students in ${title}` }).click()
    await expect(page).toHaveURL(new RegExp(`/courses/${courseId}/students$`))
    const people = page.getByText(/^(Zara First|Asha Second)$/).filter({ visible: true })
    const facts = async () => {
      await expect(people).toHaveText(['Asha Second', 'Zara First'])
      await expect(page.getByText('1 of 2').filter({ visible: true }).last()).toBeVisible()
      await expect(page.getByText('Not yet').filter({ visible: true })).toHaveCount(1)
    }
    await facts()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download as CSV' }).click()
    expect((await download).suggestedFilename()).toBe('students.csv')
    await expect(page.locator('#content').getByText('@')).toHaveCount(0)
    await lookAt(page)
    await narrow(page, facts)
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

  await test.step('is reached from every page by a few letters, as its students are', async () => {
    await page.goto('/earnings')
    const palette = page.getByRole('dialog', { name: 'Jump to' })
    const options = palette.getByRole('option')
    await page.getByRole('navigation', { name: 'Studio' }).getByRole('button', { name: 'Jump to' }).click()
    await expect(palette.getByRole('combobox')).toBeFocused()
    await page.keyboard.type('asha')
    await expect(options).toHaveText([/Asha Second.*Student/])
    await expect(palette.getByRole('status')).toHaveText('1 result')
    await lookAt(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/courses/${courseId}/students?text=Asha+Second`)
    await expect(palette).toBeHidden()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(title)
    await expect(options).toHaveText([/Course$/])
    await page.keyboard.press('Escape')
    await expect(palette).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(options.first()).toContainText('Dashboard')
    await page.keyboard.type('earn')
    await expect(options).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/earnings')
  })

  await test.step('is seen by its educator as a student sees it, and nothing is bought', async () => {
    const calls: string[] = []
    page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
    await page.goto(`/viewcourse/${courseId}`)
    await expect(page.getByRole('link', { name: 'View Lectures' })).toHaveAttribute('href', `/viewlecture/${courseId}`)
    await expect(page.getByRole('button', { name: 'Enroll Now' })).toHaveCount(0)
    await page.getByRole('link', { name: 'View as a student' }).click()
    await expect(page.getByText('This is what a student sees before enrolling.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('navigation', { name: 'Your course' })).toHaveCount(0)
    await expect(page.getByText('Plays after you enroll')).toHaveCount(2)
    await page.getByRole('button', { name: 'Enroll Now' }).click()
    await expect(page.getByText('This is a preview: nothing was bought.')).toBeVisible()
    await page.getByRole('button', { name: 'Add to wishlist' }).click()
    await expect(page.getByText('This is a preview: students put the course on their wishlist here.')).toBeVisible()
    await lookAt(page)
    expect(calls.filter((path) => /payment|wishlist/.test(path))).toEqual([])
    await page.getByRole('link', { name: 'Exit preview' }).click()
    await expectPage(page, new RegExp(`/addcourses/${courseId}$`), 'Edit Course')
    await expect(page.getByRole('link', { name: 'View as a student' })).toHaveAttribute('href', /view=student$/)

    const other = await newClient('student', 'Plain Student')
    const html = await documentAt(other, `/viewcourse/${courseId}?view=student`)
    expect(html).toContain('Enroll Now')
    expect(html).not.toContain('This is what a student sees')
    await other.request.dispose()
    const colleague = await newClient('educator', 'Curious Colleague')
    const theirs = await documentAt(colleague, `/viewcourse/${courseId}`)
    expect(theirs).toContain('Only students can enroll. You are signed in as an educator.')
    expect(theirs).toMatch(/<button[^>]* disabled=""[^>]*>(<[^>]+>)*Enroll Now/s)
    await colleague.request.dispose()
  })

  await test.step('is removed after a question that says what becomes of its students', async () => {
    const remove = page.getByRole('button', { name: 'Remove Course' })
    const question = page.getByRole('alertdialog')
    await remove.click()
    await expect(question).toContainText('2 students are enrolled and keep the course with all its lectures for good.')
    await lookAt(page)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await remove.click()
    await question.getByRole('button', { name: 'Remove Course' }).click()
    await expect(page.getByText('Course Deleted')).toBeVisible()
    await expect(page).toHaveURL(/\/courses$/)
    for (const { request } of students) {
      const kept = await request.get(`/viewlecture/${courseId}`)
      expect(await kept.text()).toContain('All Lectures')
      await request.dispose()
    }
  })

  await test.step('students, reviews and lectures of someone else’s course do not exist', async () => {
    const other = await newClient('educator', 'Other Teacher')
    const theirs = await makeCourse(other, `Other ${stamp()}`)
    await other.request.dispose()
    for (const path of [`/reviews?course=${theirs}`, `/createlecture/${theirs}`])
      expect((await page.request.get(path)).status(), path).toBe(404)
    expect((await page.goto(`/courses/${theirs}/students`))?.status()).toBe(404)
    expect((await page.goto(`/courses/${theirs}/insight`))?.status()).toBe(404)
    expect((await page.request.get(`/courses/${theirs}/announcements`)).status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(problems.filter((one) => !/status of 404/.test(one))).toEqual([])
    problems.length = 0
  })
})

test('sixty courses, and names that are one long word, fit every page of the studio', async ({ page }) => {
  onlyWithAll('every page of the studio with names that are too long')
  await startAs(page, 'educator', 'N'.repeat(60))
  for (let number = 1; number < 60; number++) {
    const data = { title: `Course number ${number}`, category: 'Others' }
    expect((await page.request.post('/api/course/create', { data })).status()).toBe(201)
  }
  const courseId = await courseWith(page, 'T'.repeat(150), ['L'.repeat(200), 'M'.repeat(200)])
  const student = await newClient('student', 'S'.repeat(60))
  await enrol(student, courseId)
  await review(student, courseId, 1, 'C'.repeat(500))
  await student.request.dispose()
  const { lectures } = await (await page.request.get(`/api/course/getcourselecture/${courseId}`)).json()
  await page.goto('/dashboard')

  await test.step('the dashboard has room for sixty courses', async () => {
    const name = 'Course Progress (Lectures)'
    const place = page.getByRole('region', { name, exact: true })
    const chart = page.getByRole('img', { name: /^Course Progress \(Lectures\)/ })
    await expect(chart.getByText('TTTTTTTTTT...')).toBeVisible()
    // a name of two words stands in two lines
    await expect(chart.getByText(/^Course\s*num\.\.\.$/)).toHaveCount(59)
    const { scroll, client } = await place.evaluate((element) => ({
      scroll: element.scrollHeight,
      client: element.clientHeight,
    }))
    expect(scroll).toBeGreaterThan(client * 2)
    await place.focus()
    await expect(place).toBeFocused()
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expect(chart.getByText('TTTTTTTTTT...')).toBeVisible()
    await expectNoSidewaysScroll(page)
  })

  for (const [path, heading] of [
    ['/courses', 'My Courses'],
    [`/addcourses/${courseId}`, 'Edit Course'],
    [`/createlecture/${courseId}`, 'Lectures'],
    [`/editlecture/${courseId}/${lectures[0]._id}`, 'Edit Lecture'],
    [`/courses/${courseId}/students`, 'Students'],
    [`/courses/${courseId}/insight`, 'Insight'],
    [`/courses/${courseId}/announcements`, 'Announcements'],
    [`/courses/${courseId}/asked`, 'Asked and not found'],
    [`/reviews?course=${courseId}`, 'Reviews'],
    [`/viewcourse/${courseId}`, 'TTTTT'],
  ] as const)
    await test.step(path, async () => {
      await goByRouter(page, path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      await expectNoSidewaysScroll(page)
    })
  await goByRouter(page, `/viewcourse/${courseId}?view=student`)
  await expect(page.getByText('This is what a student sees before enrolling.')).toBeVisible()
  await expectNoSidewaysScroll(page)
})

import type { Browser, Page } from '@playwright/test'
import { addLecture, enrol, makeCourse, newClient, review, stamp, startAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, onlyWithAll, test, watch } from '../support/test.ts'

test.beforeEach(({ expectErrors }) => {
  // the server refuses what was read before
  expectErrors.value = true
})

/** Opens an address in this browser, and in a second one of the same account that reads it at the same time. */
async function openTwice(page: Page, browser: Browser, address: string): Promise<Page> {
  const context = await browser.newContext({ storageState: await page.context().storageState() })
  const other = await context.newPage()
  const problems: string[] = []
  watch(other, problems)
  page.once('close', () => void context.close())
  await Promise.all([page.goto(address), other.goto(address)])
  return other
}

const question = (page: Page) => page.getByRole('dialog', { name: 'Changed elsewhere' })
const answer = (page: Page, field: string, side: 'Keep yours' | 'Take theirs') =>
  question(page).getByRole('group', { name: field }).getByRole('radio', { name: side })
const confirm = (page: Page) => page.getByRole('button', { name: 'Save this choice' }).click()
const read = async (page: Page, address: string) => (await page.request.get(address)).json()

test('a course: a stale tab undoes nothing, and asks about what both have changed', async ({ page, browser }) => {
  onlyWithAll('what two tabs have changed is compared and refused in tests without browsers')
  await startAs(page, 'educator', 'Twofold Teacher')
  const title = `Knots ${stamp()}`
  const courseId = await makeCourse(page, title)
  await page.request.post(`/api/course/editcourse/${courseId}`, { multipart: { isPublished: 'false' } })
  const other = await openTwice(page, browser, `/addcourses/${courseId}`)
  const save = async (one: Page) => one.getByRole('button', { name: 'Save', exact: true }).click()
  const stored = () => read(page, `/api/course/getcourse/${courseId}`)

  await test.step('what only the other one changed stays, and is shown', async () => {
    await other.getByLabel('Level').selectOption('Advanced')
    await other.getByRole('switch', { name: /Published/ }).check()
    await save(other)
    await expect(other.getByText('Course Updated')).toBeVisible()
    await page.getByLabel('Description').fill('By the first one')
    await save(page)
    await expect(page.getByText('Also changed elsewhere: Level, Publication')).toBeVisible()
    await expect(page.getByLabel('Level')).toHaveValue('Advanced')
    await expect(page.getByRole('switch', { name: /Published/ })).toBeChecked()
    await expect.poll(stored).toMatchObject({ isPublished: true, level: 'Advanced', description: 'By the first one' })
  })

  await test.step('what both have changed is asked about, by field; nothing is lost by going back', async () => {
    await other.reload()
    for (const [one, whose] of [
      [other, 'their'],
      [page, 'my'],
    ] as const) {
      await one.getByRole('textbox', { name: 'Title', exact: true }).fill(`${title} in ${whose} words`)
      await one.getByLabel('Subtitle').fill(`In ${whose} words`)
      await save(one)
    }
    await expect(question(page).getByText(`${title} in their words`)).toBeVisible()
    await lookAt(page)
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toHaveValue(`${title} in my words`)
    await save(page)
    // by the keyboard alone
    await answer(page, 'Subtitle', 'Keep yours').focus()
    await page.keyboard.press('ArrowRight')
    await expect(answer(page, 'Subtitle', 'Take theirs')).toBeChecked()
    await page.getByRole('button', { name: 'Save this choice' }).press('Enter')
    await expect(question(page)).toBeHidden()
    await expect(page.getByLabel('Subtitle')).toHaveValue('In their words')
    await expect.poll(stored).toMatchObject({ title: `${title} in my words`, subTitle: 'In their words' })
  })
})

test.describe('in other forms', () => {
  onlyWithAll('lecture, outline, profile, billing, settings, bundle, sale and reply ask as the course does')

  test('a lecture, and the time of its session', async ({ page, browser }) => {
    await startAs(page, 'educator', 'Twofold Lecturer')
    const courseId = await makeCourse(page, `Twice told ${stamp()}`)
    const lectureId = await addLecture(page, courseId, 'A tale')
    const other = await openTwice(page, browser, `/editlecture/${courseId}/${lectureId}`)
    const save = (one: Page) => one.getByRole('button', { name: 'Update Lecture' }).click()
    const stored = () => read(page, `/api/course/lecture/${lectureId}`)

    await other.getByLabel('Text to read').fill('Their tale')
    await other.getByRole('switch', { name: /Free preview/ }).check()
    await save(other)
    await expect(other.getByText('Lecture Updated')).toBeVisible()
    await page.getByLabel('Text to read').fill('My tale')
    await save(page)
    await answer(page, 'Text to read', 'Take theirs').check()
    await confirm(page)
    await expect(page.getByLabel('Text to read')).toHaveValue('Their tale')
    await expect(page.getByRole('switch', { name: /Free preview/ })).toBeChecked()

    const card = (one: Page) => one.getByRole('region', { name: 'Live session' })
    const plan = async (one: Page, day: string) => {
      await card(one).getByLabel('Live start time').fill(day)
      await card(one).getByRole('button', { name: 'Schedule session' }).click()
    }
    await plan(other, '2031-05-01T10:00')
    await expect(other.getByText('Live session scheduled')).toBeVisible()
    await plan(page, '2031-06-01T10:00')
    await expect(answer(page, 'Live start time', 'Keep yours')).toBeChecked()
    await confirm(page)
    await expect(page.getByText('Live session scheduled')).toBeVisible()
    await expect.poll(stored).toMatchObject({
      text: 'Their tale',
      editing: { isPreviewFree: true, liveStartTime: new Date('2031-06-01T10:00').toISOString() },
    })
  })

  test('the outline of a course', async ({ page, browser }) => {
    await startAs(page, 'educator', 'Twofold Planner')
    const courseId = await makeCourse(page, `In order ${stamp()}`)
    for (const title of ['One', 'Two', 'Three']) await addLecture(page, courseId, title)
    const data = { title: 'Part' }
    await page.request.post(`/api/course/createsection/${courseId}`, { data })
    const other = await openTwice(page, browser, `/createlecture/${courseId}`)
    const titles = async () => {
      const { lectures } = await read(page, `/api/course/getcourselecture/${courseId}`)
      return lectures.map(({ lectureTitle }: { lectureTitle: string }) => lectureTitle).join()
    }
    const moveDown = (one: Page, title: string) =>
      one.getByRole('button', { name: `Move: ${title}` }).press('ArrowDown')

    await moveDown(other, 'One')
    await expect.poll(titles).toBe('Two,One,Three')
    await moveDown(page, 'Two')
    await expect(question(page).getByText('1. Two')).toBeVisible()
    await answer(page, 'Order of the lectures', 'Take theirs').check()
    await confirm(page)
    await expect(page.locator('[data-lecture]').first()).toContainText('Two')
    expect(await titles()).toBe('Two,One,Three')

    const renameLecture = async (one: Page, title: string) => {
      await one.getByRole('button', { name: 'More for Three' }).click()
      await one.getByRole('menuitem', { name: 'Rename' }).click()
      await one.getByLabel('New title of the lecture').fill(title)
      await one.keyboard.press('Enter')
    }
    await renameLecture(other, 'Their three')
    await expect(other.getByText('Lecture - 3: Their three')).toBeVisible()
    await renameLecture(page, 'My three')
    await expect(question(page).getByText('Their three')).toBeVisible()
    await confirm(page)
    await expect(page.getByText('Lecture - 3: My three')).toBeVisible()
    expect(await titles()).toBe('Two,One,My three')

    const rename = async (one: Page, title: string) => {
      await one.getByRole('button', { name: /More for the section/ }).click()
      await one.getByRole('menuitem', { name: 'Rename section' }).click()
      await one.getByLabel(/New title of the section/).fill(title)
      await one.keyboard.press('Enter')
    }
    await rename(other, 'Their part')
    await expect(other.getByRole('heading', { name: 'Their part' })).toBeVisible()
    await rename(page, 'My part')
    await expect(question(page).getByText('Their part')).toBeVisible()
    await confirm(page)
    await expect(page.getByRole('heading', { name: 'My part' })).toBeVisible()
  })

  test('profile and billing details', async ({ page, browser }) => {
    await startAs(page, 'student', 'Twofold Student')
    const other = await openTwice(page, browser, '/editprofile')
    const save = (one: Page) => one.getByRole('button', { name: 'Save Changes' }).click()
    await other.getByLabel('Full name').fill('Their Name')
    await other.getByLabel('Description').fill('Their words')
    await save(other)
    await expect(other).toHaveURL(/\/profile$/)
    await page.getByLabel('Description').fill('My words')
    await save(page)
    await confirm(page)
    await expect(page).toHaveURL(/\/profile$/)
    const { user } = await read(page, '/api/user/viewer')
    expect(user).toMatchObject({ name: 'Their Name', description: 'My words' })

    await Promise.all([page.goto('/account/billing'), other.goto('/account/billing')])
    for (const [one, whose] of [
      [other, 'Their'],
      [page, 'My'],
    ] as const) {
      await one.getByLabel('Address', { exact: true }).fill(`${whose} street`)
      await one.getByRole('button', { name: 'Save billing details' }).click()
      if (one === other) await expect(one.getByText('Your billing details were saved')).toBeVisible()
    }
    await answer(page, 'Address', 'Take theirs').check()
    await confirm(page)
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue('Their street')
    await expect.poll(() => read(page, '/api/account/billing')).toMatchObject({ address: 'Their street' })
  })

  test('the settings of the site', async ({ page, browser }) => {
    await startAs(page, 'admin', 'Twofold Admin')
    const other = await openTwice(page, browser, '/admin/settings')
    const save = async (one: Page, gigabytes: string) => {
      await one.getByLabel('Storage of the site (GB)').fill(gigabytes)
      await one.getByRole('button', { name: 'Save settings' }).click()
    }
    await save(other, '900000')
    await expect(other.getByText('Settings saved')).toBeVisible()
    await save(page, '800000')
    await answer(page, 'Storage of the site (GB)', 'Take theirs').check()
    await confirm(page)
    await expect(page.getByLabel('Storage of the site (GB)')).toHaveValue('900000')
    await page.request.post('/api/admin/settings', { data: { siteStorageGb: 0 } })
  })

  test('a bundle, a sale and the reply to a review', async ({ page, browser }) => {
    await startAs(page, 'educator', 'Twofold Seller')
    const mark = stamp()
    const ids = [await makeCourse(page, `Either ${mark}`), await makeCourse(page, `Or ${mark}`)]
    const student = await newClient('student', 'Twofold Reader')
    await enrol(student, ids[0] ?? '')
    await review(student, ids[0] ?? '', 5, 'Twice as good')
    await student.request.dispose()
    for (const id of ids) await page.request.post(`/api/course/editcourse/${id}`, { multipart: { price: '1000' } })
    const bundle = { title: `Both ${mark}`, price: 1500, courseIds: ids, isPublished: false }
    await page.request.post('/api/offers/bundles', { data: bundle })
    const other = await openTwice(page, browser, '/offers/bundles')
    for (const [one, price] of [
      [other, '1400'],
      [page, '1300'],
    ] as const) {
      await one.getByRole('button', { name: `Edit Both ${mark}` }).click()
      if (one === other) await page.getByRole('button', { name: `Edit Both ${mark}` }).click()
      await one.getByLabel('Price of the bundle').fill(price)
      await one.getByRole('button', { name: 'Save bundle' }).click()
      if (one === other) await expect(one.getByText('Bundle saved')).toBeVisible()
    }
    await expect(question(page).getByText('₹1,400')).toBeVisible()
    await confirm(page)
    await expect(page.getByText('Bundle saved')).toBeVisible()
    expect((await read(page, '/api/offers/own-bundles')).bundles[0]).toMatchObject({ price: 1300 })

    const soon = new Date(Date.now() + 5 * 24 * 3600_000).toISOString().slice(0, 16)
    await Promise.all([page.goto(`/addcourses/${ids[0]}`), other.goto(`/addcourses/${ids[0]}`)])
    for (const [one, price] of [
      [other, '700'],
      [page, '600'],
    ] as const) {
      const sale = one.getByRole('region', { name: 'Sale' })
      await sale.getByLabel('Sale price').fill(price)
      await sale.getByLabel('Ends').fill(soon)
      await sale.getByRole('button', { name: 'Start the sale' }).click()
      if (one === other) await expect(one.getByText('The sale has begun')).toBeVisible()
    }
    await answer(page, 'Sale', 'Take theirs').check()
    await confirm(page)
    await expect(page.getByRole('region', { name: 'Sale' }).getByText(/₹700 until/)).toBeVisible()

    await Promise.all([page.goto('/reviews'), other.goto('/reviews')])
    for (const [one, text] of [
      [other, 'Their thanks'],
      [page, 'My thanks'],
    ] as const) {
      await one.getByRole('button', { name: /^Reply/ }).click()
      await one.getByLabel('Your reply').fill(text)
      await one.getByRole('button', { name: 'Save reply' }).click()
      if (one === other) await expect(one.getByText('Reply saved')).toBeVisible()
    }
    await expect(question(page).getByText('Their thanks')).toBeVisible()
    await confirm(page)
    await expect(page.getByText('Reply saved')).toBeVisible()
  })
})

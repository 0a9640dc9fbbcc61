import type { Page } from '@playwright/test'
import { demoCourses, makeCourse, review, signInAs, stamp } from '../support/api.ts'
import { enrolledStudent, expectVideo, lecture } from '../support/lectures.ts'
import { callMs, chat, write } from '../support/live.ts'
import { end, eventOf, push, withStream } from '../support/stream.ts'
import { expect, goByRouter, onlyWithAll, test, untilListed } from '../support/test.ts'
import { translateDocuments } from '../support/translate.ts'

/** What stands in place of a page, or of a part of it, that failed. */
const failure = /Something went wrong|could not be shown/

onlyWithAll('what a translator in the browser does to each part of a page')

/** Goes from page to page as links do, so that each has to be taken away again after it was translated. */
async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goByRouter(page, path)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    expect(await page.locator('main').textContent(), path).not.toMatch(failure)
  }
}

test('a translated shop: a student chooses, watches, asks and writes', async ({ page }) => {
  await translateDocuments(page, 'interactive')
  await withStream(page)
  const { course } = await enrolledStudent(page)
  await review(page, course._id, 4, 'A word to be translated')
  await page.goto('/')
  await expect(page.locator('h1 font').first()).toBeAttached()

  await test.step('every page of theirs comes and goes', async () => {
    const [paid] = await demoCourses(page)
    await walk(page, [
      '/allcourses',
      `/viewcourse/${paid._id}`,
      `/viewcourse/${course._id}`,
      '/enrolledcourses',
      '/account/security',
      '/searchwithai?q=css',
      '/purchases',
      '/wishlist',
      '/notifications',
      '/profile',
      '/editprofile',
      '/sessions',
      '/nowhere',
    ])
  })

  await test.step('filters, hearts and messages say what is true now', async () => {
    await goByRouter(page, '/allcourses')
    const results = page.locator('#results')
    const count = async () => Number.parseInt((await results.textContent()) ?? '', 10)
    const all = await count()
    await untilListed(page, () => page.getByRole('checkbox', { name: 'Web Development' }).check())
    await expect.poll(count).toBeLessThan(all)
    await untilListed(page, () => page.getByRole('checkbox', { name: 'Web Development' }).uncheck())
    // other tests publish courses meanwhile
    await expect.poll(count).toBeGreaterThanOrEqual(all)
    await page.getByRole('button', { name: 'Add to wishlist' }).first().click()
    await expect(page.getByText('Added to wishlist')).toBeVisible()
    await page.getByRole('button', { name: 'Remove from wishlist' }).first().click()
    await expect(page.getByText('Removed from wishlist')).toBeVisible()
    await page.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByRole('menuitem', { name: 'My Profile' })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('one video lecture follows another', async () => {
    await goByRouter(page, `/viewlecture/${course._id}`)
    for (const at of [0, 1, 2]) {
      const { lectureTitle } = lecture(course, at)
      await page.getByRole('link', { name: lectureTitle }).click()
      await expectVideo(page, lecture(course, at))
      await expect(page.getByRole('heading', { level: 2, name: lectureTitle })).toBeVisible()
    }
    const tick = page.getByRole('checkbox', { name: `Completed: ${lecture(course, 3).lectureTitle}` })
    await tick.check()
    await expect(page.getByText(/^1 of \d+ lectures completed$/)).toBeVisible()
    await tick.uncheck()
    await expect(page.getByText(/^0 of \d+ lectures completed$/)).toBeVisible()
  })

  await test.step('the ChatBot answers twice', async () => {
    await page.getByRole('button', { name: 'Open ChatBot' }).click()
    const chat = page.getByRole('dialog', { name: 'ChatBot' })
    for (const word of ['first', 'second']) {
      await chat.getByRole('textbox', { name: 'Message' }).fill(`The ${word} question`)
      await chat.getByRole('textbox', { name: 'Message' }).press('Enter')
      await expect.poll(() => page.evaluate(() => window.answer.asked.at(-1))).toBe(`The ${word} question`)
      await push(page, eventOf({ reply: `A **${word}** ` }), eventOf({ reply: 'answer' }))
      await end(page)
      await expect(chat.getByText('answer', { exact: true }).last()).toBeVisible()
    }
    await page.getByRole('button', { name: 'Close ChatBot' }).click()
  })

  await test.step('a form, its messages and a dialog', async () => {
    await goByRouter(page, `/viewcourse/${course._id}#reviews`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await goByRouter(page, '/editprofile')
    await page.getByLabel('Full name').fill('')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(
      page.getByRole('textbox', { name: 'Full name' }).and(page.locator('[aria-invalid=true]')),
    ).toBeVisible()
    await page.getByLabel('Full name').fill('Nila Translated')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Nila Translated').first()).toBeVisible()
  })
  expect(await page.locator('body').textContent()).not.toMatch(failure)
})

test('a translated studio, live room and admin panel', async ({ page }) => {
  await page.context().grantPermissions(['camera', 'microphone'])
  await translateDocuments(page, 'interactive')
  await signInAs(page, 'educator')
  const read = async (path: string) => (await page.request.get(path)).json()
  const [known, other] = await read('/api/course/getcreatorcourses')
  const data = { title: `A draft ${stamp()}`, price: 1, courseIds: [known._id, other._id], isPublished: false }
  const bundle = await (await page.request.post('/api/offers/bundles', { data })).json()
  const captions = `/editlecture/${known._id}/${known.lectures[0]._id}/captions/en`
  const title = `Translated ${stamp()}`
  const courseId = await makeCourse(page, title)
  await page.goto('/')
  const mine = `/addcourses/${courseId}`
  await walk(page, [
    '/dashboard',
    '/courses',
    ...['students', 'insight', 'announcements', 'asked'].map((of) => `/courses/${courseId}/${of}`),
    ...['/students', '/reviews', '/questions', '/livesessions', '/earnings', '/offers/coupons', '/offers/bundles'],
    `/bundles/${bundle._id}`,
    captions,
    '/createcourses',
    mine,
    `/createlecture/${courseId}`,
  ])

  await test.step('lectures are added, moved and edited', async () => {
    for (const [at, name] of ['One', 'Two'].entries()) {
      await page.getByLabel('Lecture title').fill(name)
      await page.getByRole('button', { name: 'Create Lecture' }).click()
      await expect(page.getByText(`Lecture - ${at + 1}: ${name}`)).toBeVisible()
    }
    await goByRouter(page, mine)
    await page.getByLabel('Subtitle').fill('Another subtitle')
    await expect(page.getByText('Unsaved changes').first()).toBeVisible()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Course Updated')).toBeVisible()
    await expect(page.getByText('Unsaved changes')).toHaveCount(0)
  })

  await test.step('lines of captions become one, and two again', async () => {
    await goByRouter(page, captions)
    const counted = page.getByText(/^\d+ lines$/)
    const before = await counted.textContent()
    await page.getByRole('button', { name: 'Merge with next' }).click()
    await expect(counted).not.toHaveText(before ?? '')
    await page.keyboard.press('Control+z')
    await expect(counted).toHaveText(before ?? '')
  })

  await test.step('a session is held and ended', async () => {
    const { lectures } = await read(`/api/course/getcourse/${courseId}`)
    await goByRouter(page, `/live/${lectures[0]._id}`)
    await page.getByRole('button', { name: 'Start Live Session' }).click()
    await expect(page.getByRole('heading', { name: 'Live Chat' })).toBeVisible({ timeout: callMs })
    for (const word of ['First', 'Second']) {
      await write(page, `${word} message`)
      await expect(chat(page).getByText(`${word} message`)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Turn camera off' }).click()
    await page.getByRole('button', { name: 'People: 1' }).click()
    await expect(page.getByText('Who is here (1)')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'End session' }).click()
    await page.getByRole('button', { name: 'End for everyone' }).click()
    await expect(page.getByRole('heading', { name: 'The session has ended' })).toBeVisible()
  })

  await test.step('an admin finds, filters and decides', async () => {
    await page.goto('about:blank')
    await signInAs(page, 'admin')
    const { orders } = await read('/api/admin/orders?limit=1')
    await page.goto('/')
    await walk(
      page,
      [
        'dashboard',
        'courses',
        'settings',
        `orders/${orders[0]._id}`,
        ...['users', 'reviews', 'posts', 'orders', 'money', 'payouts', 'storage', 'coupons', 'bundles', 'audit'],
      ].map((name) => `/admin/${name}`),
    )
    await goByRouter(page, '/admin/courses')
    await page.getByRole('searchbox').fill(title)
    await page.getByRole('searchbox').press('Enter')
    await page.getByRole('button', { name: 'Unlist' }).first().click()
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toBeVisible()
    await page.keyboard.press('Escape')
  })
  expect(await page.locator('body').textContent()).not.toMatch(failure)
})

test('a page that is translated before it works', async ({ page, problems }) => {
  await translateDocuments(page, 'parsed')
  await page.goto('/browse')
  await page.getByRole('link', { name: 'Login' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Login' }).last().click()
  expect(await page.locator('body').textContent()).not.toMatch(failure)
  // the page that is shown last reports it when it is hydrated, too
  await page.waitForFunction(() => 'hydrated' in document.documentElement.dataset)
  // React finds another document than it had sent, and draws the page again; a form that is sent before that is sent as without scripts,
  // and answered with what it lacks
  expect(problems.filter((one) => !/React error #418|status of 400/.test(one))).toEqual([])
  problems.length = 0
})

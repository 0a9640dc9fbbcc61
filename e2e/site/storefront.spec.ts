import { type Page, request } from '@playwright/test'
import { newAccount } from '../support/accounts.ts'
import { demoCourses, enrol, makeCourse, signInAs, stamp, startAs } from '../support/api.ts'
import { tabTo } from '../support/keyboard.ts'
import { expect, expectNoSidewaysScroll, test, untilListed } from '../support/test.ts'

const cards = (page: Page) => page.getByRole('article')
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 900 }

test('the home page', async ({ page, browser }) => {
  await page.goto('/')

  const showsAll = async (): Promise<void> => {
    await expect(page.getByRole('link', { name: 'View all Courses' })).toHaveCount(2)
    const points = page.getByRole('region', { name: 'Why Virtual Courses' })
    for (const text of [
      '100+ online courses',
      'Lifetime access',
      'Value for money',
      'Lifetime support',
      'Community support',
    ])
      await expect(points.getByText(text)).toBeVisible()
    const explorer = page.getByRole('region', { name: 'Explore Our Categories' })
    const footer = page.getByRole('contentinfo')
    for (const category of [
      'Web Development',
      'UI UX Designing',
      'App Development',
      'Ethical Hacking',
      'AI/ML',
      'Data Science',
      'Data Analytics',
      'AI Tools',
    ]) {
      await expect(explorer.getByRole('link', { name: new RegExp(`^${category} \\d+ courses?$`) })).toBeVisible()
      await expect(footer.getByRole('link', { name: category, exact: true })).toBeVisible()
    }
    await expect(page.getByRole('region', { name: 'Our Popular Courses' }).getByRole('article')).toHaveCount(6)
    const about = page.getByRole('region', { name: 'We Maximize Your Learning Growth' })
    for (const text of ['Simplified learning', 'Expert trainers', 'Big experience', 'Lifetime access'])
      await expect(about.getByText(text)).toBeVisible()
    await expect(about.locator('video')).toHaveJSProperty('paused', true)
    const reviews = page.getByRole('region', { name: 'Real Reviews from Real Learners' }).getByRole('listitem')
    expect(await reviews.count()).toBeLessThanOrEqual(6)
    await expect(reviews.first().getByText(/^(student|educator)$/i)).toBeVisible()
    for (const link of ['Home', 'Courses', 'Login', 'My Profile'])
      await expect(footer.getByRole('link', { name: link, exact: true })).toBeVisible()
  }
  await test.step('has hero, selling points, categories, popular courses, about, reviews and footer', showsAll)
  await test.step('has them on a phone', async () => {
    await page.setViewportSize(phone)
    await showsAll()
    await page.setViewportSize(desktop)
  })

  await test.step('plays its video with captions', async () => {
    const video = page.locator('video:not([hidden])')
    await video.scrollIntoViewIfNeeded()
    await expect(video).toHaveAttribute('poster', /about-poster/)
    await video.evaluate((video: HTMLVideoElement) => {
      video.muted = true
      return video.play()
    })
    await expect.poll(() => video.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
    expect(await video.evaluate((video: HTMLVideoElement) => video.textTracks.length)).toBe(1)
  })

  await test.step('shows its content without scripts', async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const bare = await context.newPage()
    await bare.goto('/')
    await expect(bare.getByRole('article').first()).toBeVisible()
    await expect(bare.getByText('Real Reviews from Real Learners')).toBeVisible()
    await context.close()
  })
})

test('all courses, and the page of a course', async ({ page, problems, expectErrors }) => {
  await signInAs(page, 'student')
  await page.goto('/allcourses')

  await test.step('keeps filters in the address: they survive a reload, going back and being shared', async () => {
    const aiMl = page.getByRole('checkbox', { name: /^AI\/ML/ })
    const dataScience = page.getByRole('checkbox', { name: /^Data Science/ })
    await aiMl.check()
    await expect(page).toHaveURL(/category=AI%2FML/)
    await dataScience.check()
    await expect(page).toHaveURL(/category=AI%2FML.*category=Data(\+|%20)Science/)
    // a course matches when its category is any of those chosen
    await expect(cards(page).filter({ hasNotText: /AI\/ML|Data Science/ })).toHaveCount(0)
    await expect(cards(page).getByText('Data Science', { exact: true }).first()).toBeVisible()
    const chosen = await cards(page).count()
    for (const card of await cards(page).all()) await expect(card.getByText(/^(AI\/ML|Data Science)$/)).toBeVisible()
    await page.reload()
    await expect(aiMl).toBeChecked()
    await expect(cards(page)).toHaveCount(chosen)
    await page.goBack()
    await expect(dataScience).not.toBeChecked()
    await page.goForward()
    await expect(dataScience).toBeChecked()

    await page.setViewportSize(phone)
    await expect(dataScience).toBeHidden()
    await page.getByRole('button', { name: 'Show Filters' }).click()
    await expect(dataScience).toBeChecked()
    await aiMl.uncheck()
    await expect(page).not.toHaveURL(/category=AI/)
    await page.getByRole('button', { name: 'Hide Filters' }).click()
    await expect(dataScience).toBeHidden()
    await page.setViewportSize(desktop)
  })

  await test.step('sorts by price and finds words', async () => {
    // other tests make courses of other categories
    const categories = ['AI/ML', 'Data Science', 'Web Development', 'UI UX Designing']
    await page.goto(`/allcourses?${new URLSearchParams(categories.map((one) => ['category', one]))}`)
    const prices = async () =>
      (
        await cards(page)
          .getByText(/^(₹[\d,.]+|Free)$/)
          .allTextContents()
      ).map((text) => (text === 'Free' ? 0 : Number(text.replace(/[₹,]/g, ''))))
    const courses: { category: string; price: number }[] = await (
      await page.request.get('/api/course/getpublishedcoures')
    ).json()
    const all = courses.filter(({ category }) => categories.includes(category)).map(({ price }) => price)
    expect(all.length).toBeGreaterThan(2)
    const rising = all.toSorted((a, b) => a - b)
    for (const [label, address, wanted] of [
      ['Price: low to high', /sort=price-low/, rising],
      ['Price: high to low', /sort=price-high/, rising.toReversed()],
    ] as const) {
      await untilListed(page, () => page.getByLabel('Sort by').selectOption({ label }))
      await expect(page).toHaveURL(address)
      // a page of the list
      expect(await prices()).toEqual(wanted.slice(0, 12))
    }
    const title = (await cards(page).nth(2).getByRole('link').first().textContent()) ?? ''
    await page.getByLabel('Search courses').fill(title)
    await page.keyboard.press('Enter')
    // the order that was chosen holds for words too, until that of the search is
    await expect(page).toHaveURL(/sort=price-high/)
    await expect(cards(page).getByRole('link', { name: title })).toBeVisible()
    await untilListed(page, () => page.getByLabel('Sort by').selectOption({ label: 'Most relevant' }))
    await expect(page).not.toHaveURL(/sort=/)
    await expect(cards(page).first().getByRole('link', { name: title })).toBeVisible()
    await page.getByLabel('Search courses').fill('zzzz qqqq')
    await page.keyboard.press('Enter')
    await expect(page.getByText('No courses found')).toBeVisible()
    await expect(page.getByLabel('Search courses')).toBeFocused()
    await page.getByRole('button', { name: 'Show all courses' }).click()
    await expect(page.getByLabel('Search courses')).toHaveValue('')
    await expect.poll(() => cards(page).count()).toBeGreaterThan(10)
  })

  await test.step('finds what is misspelt, and puts what fits best first', async () => {
    await page.getByLabel('Search courses').fill('machin lerning')
    // a server that is busy for too long lists what has these very letters: then one asks again
    await expect(async () => {
      await page.getByLabel('Search courses').press('Enter')
      await expect(cards(page).first()).toContainText('Machine Learning', { timeout: 3000 })
    }).toPass({ timeout: 30_000 })
    await expect(page).toHaveURL('/allcourses?text=machin+lerning')
    await expect(page.getByLabel('Sort by')).toHaveValue('relevance')
  })

  await test.step('a card shows title, category, price and rating, and opens the course', async () => {
    const card = cards(page).first()
    await expect(card.getByText('AI/ML', { exact: true })).toBeVisible()
    await expect(card.getByText(/₹|Free/).first()).toBeVisible()
    await expect(card.getByText(/^(\d\.\d|0)$/).first()).toBeAttached()
    await expect(card.locator('img').first()).toBeVisible()
    const title = (await card.getByRole('link').first().textContent()) ?? ''
    await card.click({ position: { x: 30, y: 30 } })
    await expect(page).toHaveURL(/\/viewcourse\//)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await page.getByRole('link', { name: 'Back' }).click()
    await expect(page).toHaveURL(/\/$/)
  })

  await test.step('plays free previews only, and says who teaches', async () => {
    const { user } = await (await page.request.get('/api/user/current')).json()
    const mine: string[] = user.enrolledCourses.map((one: { _id: string }) => one._id)
    const course = (await demoCourses(page)).find(
      ({ _id, lectures }) => !mine.includes(_id) && lectures.some((one) => one.isPreviewFree && one.videoUrl),
    )
    if (!course) throw new Error('no course of the demo has a free preview')
    await page.goto(`/viewcourse/${course._id}`)
    await expect(page.getByText(`Learn ${course.category} from Beginning`)).toBeVisible()
    await expect(page.getByText(`${course.lectures.length} lectures`).first()).toBeVisible()
    await expect(page.getByText('Select a preview lecture to watch')).toBeVisible()
    const locked = course.lectures.find((lecture) => !lecture.isPreviewFree)
    if (locked) await expect(page.getByRole('button', { name: new RegExp(locked.lectureTitle) })).toHaveCount(0)
    const free = course.lectures.find((lecture) => lecture.isPreviewFree && lecture.videoUrl)
    await page.getByRole('button', { name: 'Preview this course' }).click()
    await expect(page.getByRole('complementary', { name: 'Enrollment' }).locator('video')).toBeVisible()
    await page.getByRole('button', { name: new RegExp(free?.lectureTitle ?? '') }).click()
    // one preview at a time
    await expect(page.locator('video:not([hidden])')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Course Curriculum' }).locator('video')).toBeVisible()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await expect(page.getByText('Link copied')).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`-${course._id}`)
    await expect(page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })).toBeVisible()
    const instructor = page.locator('section', { has: page.getByRole('heading', { name: 'Instructor' }) })
    await expect(instructor.getByText(/@/)).toBeVisible()
  })

  await test.step('is not there for a course that does not exist, and offers a way out', async () => {
    expect(problems).toEqual([])
    expectErrors.value = true
    const answer = await page.goto('/viewcourse/nosuchcourse')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})

test('a course is found and bought with the keyboard alone', async ({ page }) => {
  const person = newAccount('Kavya Keys')
  await page.goto('/signup')
  await tabTo(page, page.getByLabel('Name', { exact: true }))
  await page.keyboard.type(person.name)
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('SignUp Successfully')).toBeVisible()
  await expect(page).not.toHaveURL(/\/signup/)

  // a document begins at its top, where the skip link is
  await page.goto('/')
  const skip = page.getByRole('link', { name: /skip/i })
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('main').getByRole('link', { name: 'View all Courses' }).first())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'All Courses' })).toBeVisible()
  await tabTo(page, page.getByLabel('Sort by'))
  await untilListed(page, () => page.keyboard.press('ArrowDown'))
  await expect(page).toHaveURL(/sort=/)
  const priced = page.getByRole('article').filter({ hasText: '₹' }).first().getByRole('link').first()
  await tabTo(page, priced)
  await page.keyboard.press('Enter')
  const enroll = page.getByRole('button', { name: 'Enroll Now' }).filter({ visible: true })
  await expect(enroll).toBeVisible()
  await tabTo(page, enroll)
  await page.keyboard.press('Enter')
  const checkout = page.frameLocator('iframe[title="Checkout"]')
  await expect(checkout.getByRole('button', { name: 'Approve payment' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Payment successful. You are enrolled!')).toBeVisible()
  const watch = page.getByRole('link', { name: 'Watch Now' }).filter({ visible: true })
  await expect(watch).toBeVisible()
  await tabTo(page, watch)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/viewlecture\//)
})

test('words that are too long for a card do not widen the page', async ({ page }) => {
  const teacher = { request: await request.newContext() }
  await startAs(teacher, 'educator', 'Wolfeschlegelsteinhausenbergerdorff'.repeat(2))
  const courseId = await makeCourse(teacher, 'Donaudampfschifffahrtsgesellschaft'.repeat(4) + stamp())
  await teacher.request.dispose()
  await startAs(page, 'student', 'Rindfleischetikettierung'.repeat(3))
  await enrol(page, courseId)
  const comment = 'Kraftfahrzeughaftpflichtversicherung'.repeat(9)
  const reviewed = await page.request.post('/api/review/givereview', { data: { courseId, rating: 5, comment } })
  expect(reviewed.ok()).toBe(true)
  for (const path of ['/', '/allcourses', `/viewcourse/${courseId}`, '/enrolledcourses']) {
    await page.goto(path)
    await expect(page.getByText('Donaudampf').first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 320, height: 700 })
    await expectNoSidewaysScroll(page)
    await page.setViewportSize(desktop)
  }
})

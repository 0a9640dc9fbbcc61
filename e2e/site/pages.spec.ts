import { demoCourses, expectRedirect, newClient, signInAs } from '../support/api.ts'
import { lookAt } from '../support/look.ts'
import { expect, test } from '../support/test.ts'

test('a visitor', async ({ page, problems }) => {
  await test.step('reads the home page', async () => {
    await page.goto('/')
    for (const text of ['Our Popular Courses', 'Real Reviews from Real Learners', '100+'])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'View all Courses' }).first()).toBeVisible()
    await lookAt(page)
  })

  await test.step('is sent from every page that needs an account to sign up', async () => {
    for (const path of [
      '/profile',
      '/editprofile',
      '/account/security',
      '/allcourses',
      '/searchwithai?q=css',
      '/enrolledcourses',
      '/notifications',
      '/viewcourse/any',
      '/viewlecture/any',
      '/wishlist',
      '/notes',
      '/certificates',
      '/courses',
      '/createcourses',
      '/addcourses/any',
      '/createlecture/any',
      '/editlecture/any/any',
      '/editassignment/any/any',
      '/answers',
      '/answers/any',
    ])
      await expectRedirect(page, path, new RegExp(`^/signup\\?next=${encodeURIComponent(path).replace('.', '\\.')}$`))
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/signup\?next=%2Fprofile$/)
    await page.goto('/forgotpassword')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
  })

  await test.step('sees that a page is not there', async () => {
    expect((await page.goto('/nowhere'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
    expect(problems.filter((one) => !/status of 404/.test(one))).toEqual([])
    problems.length = 0
  })
})

test('a student', async ({ page }) => {
  await signInAs(page, 'student')

  await test.step('sees every page of an account', async () => {
    for (const path of [
      ...['/', '/profile', '/editprofile', '/wishlist', '/notifications'],
      ...['/account/profile', '/account/security', '/account/notifications', '/account/billing', '/account/data'],
    ])
      await expectRedirect(page, path, new RegExp(`^${path}$`))
    for (const path of [
      '/allcourses',
      '/allcourses?category=AI%2FML&category=Others',
      '/allcourses?text=zzzz',
      '/enrolledcourses',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await lookAt(page)
    }
  })

  await test.step('sees a course and its lectures', async () => {
    const { user } = await (await page.request.get('/api/user/current')).json()
    const course = (await demoCourses(page)).find(
      ({ _id, reviewCount }) => reviewCount > 0 && !user.enrolledCourses.includes(_id),
    )
    if (!course) throw new Error('the demo has a reviewed course that its student has not')
    await page.goto(`/viewcourse/${course._id}`)
    for (const text of [
      '(1,200 reviews)',
      'Lifetime access to course materials',
      "What You'll Learn",
      'Requirements',
      'Who This Course is For',
      'Write a Review',
      'Select a preview lecture to watch',
      'Other Published Courses by the Educator',
    ])
      await expect(page.getByText(text).first()).toBeAttached()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
    await page.goto(`/viewlecture/${course._id}`)
    await expect(page.getByText('Select a lecture to start watching')).toBeVisible()
    await expect(page.getByText('All Lectures')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
  })

  await test.step('is not let into the studio, nor asked to sign up again', async () => {
    for (const path of [
      '/dashboard',
      '/courses',
      '/courses/any/students',
      '/courses/any/insight',
      '/courses/any/announcements',
      '/courses/any/asked',
      '/reviews',
      '/questions',
      '/createcourses',
      '/addcourses/any',
      '/createlecture/any',
      '/editlecture/any/any',
      '/editassignment/any/any',
      '/answers',
      '/answers/any',
      '/signup',
    ])
      await expectRedirect(page, path, /^\/$/)
    await page.goto('/courses')
    await expect(page).toHaveURL(/\/$/)
    // no educator and no admin has a wishlist
    for (const role of ['educator', 'admin'] as const) {
      const client = await newClient(role, 'Curious Colleague')
      await expectRedirect(client, '/wishlist', /^\/$/)
      await client.request.dispose()
    }
  })
})

import type { Page } from '@playwright/test'
import { expectRedirect, freshCourses, signInAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { expect, test } from './support/test.ts'

/** The newest course of the current user. */
async function myCourse(page: Page): Promise<{ _id: string; lectures: { _id: string }[] }> {
  const courses = await (await page.request.get('/api/course/getcreatorcourses')).json()
  return courses[0]
}

test.describe('a visitor', () => {
  test('sees the public pages, and one that is not there', async ({ page, problems, expectErrors }) => {
    for (const path of ['/', '/login', '/signup', '/forgotpassword', '/nowhere']) {
      if (path === '/nowhere') {
        expect(problems).toEqual([])
        expectErrors.value = true
      }
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await lookAt(page)
    }
  })

  test('reads the home page', async ({ page }) => {
    await page.goto('/')
    for (const text of ['Our Popular Courses', 'Real Reviews from Real Learners', '100+'])
      await expect(page.getByText(text).first()).toBeVisible()
    await expect(page.getByRole('link', { name: 'View all Courses' }).first()).toBeVisible()
  })

  test('is sent from every page that needs an account to sign up', async ({ page }) => {
    for (const path of [
      '/profile',
      '/editprofile',
      '/sessions',
      '/allcourses',
      '/searchwithai?q=css',
      '/enrolledcourses',
      '/notifications',
      '/viewcourse/any',
      '/viewlecture/any',
      '/wishlist',
      '/courses',
      '/createcourses',
      '/addcourses/any',
      '/createlecture/any',
      '/editlecture/any/any',
    ])
      await expectRedirect(page, path, /^\/signup\?next=/)
    await page.goto('/profile')
    await expect(page).toHaveURL(/\/signup\?next=/)
  })
})

test.describe('a student', () => {
  test.beforeEach(({ page }) => signInAs(page, 'student'))

  test('sees every page of an account', async ({ page }) => {
    test.setTimeout(180_000)
    for (const path of [
      '/',
      '/allcourses',
      '/allcourses?category=AI%2FML&category=Others',
      '/allcourses?text=zzzz',
      '/enrolledcourses',
      '/profile',
      '/editprofile',
      '/sessions',
      '/wishlist',
      '/notifications',
    ]) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await lookAt(page)
    }
  })

  test('sees a course and its lectures', async ({ page }) => {
    const [course] = await freshCourses()
    await page.goto(`/viewcourse/${course._id}`)
    for (const text of [
      '(1,200 reviews)',
      '₹599',
      '10+ hours of video content',
      'Lifetime access to course materials',
      "What You'll Learn",
      'Requirements',
      'Who This Course is For',
      'Write a Review',
      'Select a preview lecture to watch',
      'Other Published Courses by the Educator',
    ]) {
      await expect(page.getByText(text).first()).toBeAttached()
    }
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
    await page.goto(`/viewlecture/${course._id}`)
    await expect(page.getByText('Select a lecture to start watching')).toBeVisible()
    await expect(page.getByText('All Lectures')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await lookAt(page)
  })

  test('is not let into the studio, nor asked to sign up again', async ({ page }) => {
    for (const path of ['/courses', '/createcourses', '/addcourses/any', '/signup'])
      await expectRedirect(page, path, /^\/$/)
    await page.goto('/courses')
    await expect(page).toHaveURL(/\/$/)
  })
})

test.describe('an educator', () => {
  test.beforeEach(({ page }) => signInAs(page, 'educator'))

  test('sees every page of the studio', async ({ page }) => {
    const course = await myCourse(page)
    const paths = [
      '/courses',
      '/createcourses',
      `/addcourses/${course._id}`,
      `/createlecture/${course._id}`,
      `/editlecture/${course._id}/${course.lectures[0]?._id}`,
    ]
    for (const path of paths) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await lookAt(page)
    }
  })
})

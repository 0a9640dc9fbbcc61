import type { Page } from '@playwright/test'
import { signInAs } from './support/api.ts'
import { lookAt } from './support/look.ts'
import { expect, test, untilListed } from './support/test.ts'

const menuEntries = async (page: Page, isMobile: boolean): Promise<string[]> => {
  await page.getByRole('button', { name: isMobile ? 'Open menu' : 'Account menu' }).click()
  const entries = isMobile
    ? page.getByRole('dialog', { name: 'Menu' }).getByRole('navigation').locator('a, button')
    : page.getByRole('menuitem')
  await expect(entries.first()).toBeVisible()
  return (await entries.filter({ visible: true }).allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '')
}

test.describe('the bar', () => {
  test('offers a visitor the way in', { tag: '@phone' }, async ({ page, isMobile }) => {
    await page.goto('/')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Virtual Courses' })).toHaveAttribute('href', '/')
    if (isMobile) {
      await page.getByRole('button', { name: 'Open menu' }).click()
      const menu = page.getByRole('dialog', { name: 'Menu' })
      for (const name of ['Home', 'Courses', 'Login', 'Sign Up'])
        await expect(menu.getByRole('link', { name, exact: true })).toBeVisible()
      await lookAt(page)
      await menu.getByRole('button', { name: 'Close menu' }).click()
      await expect(menu).toBeHidden()
    } else {
      await expect(bar.getByRole('link', { name: 'Login', exact: true })).toHaveAttribute('href', '/login')
      await page.getByRole('button', { name: 'Sign-in menu' }).click()
      await expect(page.getByRole('menuitem', { name: 'Login' })).toBeVisible()
    }
  })

  test('offers a student what belongs to them', { tag: '@phone' }, async ({ page, isMobile }) => {
    await signInAs(page, 'student')
    await page.goto('/')
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Wishlist', exact: true })).toBeVisible()
    await expect(bar.getByRole('button', { name: /^Notifications/ })).toBeVisible()
    const entries = await menuEntries(page, isMobile)
    for (const name of ['My Profile', 'My Courses', 'Wishlist', 'Make Payment', 'Notifications', 'LogOut'])
      expect(entries).toContain(name)
    await lookAt(page)
  })

  for (const role of ['educator', 'admin'] as const) {
    test(`offers an ${role} no payment and no wishlist`, { tag: '@phone' }, async ({ page, isMobile }) => {
      await signInAs(page, role)
      await page.goto('/')
      await expect(page.getByRole('banner').getByRole('link', { name: 'Wishlist', exact: true })).toHaveCount(0)
      const entries = await menuEntries(page, isMobile)
      for (const name of ['My Profile', 'My Courses', 'Notifications', 'LogOut']) expect(entries).toContain(name)
      for (const name of ['Make Payment', 'Wishlist']) expect(entries).not.toContain(name)
      await lookAt(page)
    })
  }

  test('shows the first letter of a name without a photo', { tag: '@phone' }, async ({ page, problems, isMobile }) => {
    await signInAs(page, 'admin')
    await page.goto('/')
    await page.route('**/media/**', (route) => route.abort())
    const name: string = await page.evaluate(async () => (await (await fetch('/api/user/current')).json()).user.name)
    await page.goto('/profile')
    if (isMobile) await page.getByRole('button', { name: 'Open menu' }).click()
    const place = isMobile
      ? page.getByRole('dialog', { name: 'Menu' })
      : page.getByRole('button', { name: 'Account menu' })
    await expect(place.getByText(name.charAt(0).toUpperCase(), { exact: true })).toBeVisible()
    problems.length = 0
  })

  test('stays on the page and says why when logging out fails', { tag: '@phone' }, async ({
    page,
    problems,
    expectErrors,
    isMobile,
  }) => {
    expectErrors.value = true
    await signInAs(page, 'student')
    await page.goto('/')
    await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 502, body: '' }))
    await menuEntries(page, isMobile)
    await page
      .getByRole(isMobile ? 'button' : 'menuitem', { name: 'LogOut' })
      .first()
      .click()
    await expect(page.getByRole('alert').getByText('Logout failed')).toBeVisible()
    await page.reload()
    await menuEntries(page, isMobile)
    problems.length = 0
  })
})

test.describe('going from page to page', () => {
  const top = (page: Page) => page.evaluate(() => window.scrollY)
  const toTheFoot = (page: Page) => page.evaluate(() => window.scrollTo({ top: 600, behavior: 'instant' }))

  test('starts at the top, and moves the focus to the content', async ({ page }) => {
    await page.goto('/')
    await toTheFoot(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => top(page)).toBe(0)
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('scrolls smoothly where motion is welcome', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/')
    await page.evaluate(() => {
      const scroll = window.scrollTo.bind(window)
      window.scrollTo = (options?: ScrollToOptions | number) => {
        if (typeof options === 'object') document.documentElement.dataset.scrolled = String(options.behavior)
        scroll(options as ScrollToOptions)
      }
    })
    await toTheFoot(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Login', exact: true }).click()
    await expect(page.locator('html')).toHaveAttribute('data-scrolled', 'smooth')
    await expect.poll(() => top(page)).toBe(0)
  })

  test('stays where it is when only the query changes', async ({ page }) => {
    await signInAs(page, 'student')
    await page.goto('/allcourses')
    await page.evaluate(() => window.scrollTo({ top: 40, behavior: 'instant' }))
    await untilListed(page, () => page.getByLabel('Sort by').selectOption({ index: 2 }))
    await expect(page).toHaveURL(/\?sort=/)
    expect(await top(page)).toBe(40)
  })

  test('goes to the place that an address names, on this page and on another', async ({ page }) => {
    await page.goto('/login')
    // by a link of the page first: from then on it is the router that goes
    await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('main')).toBeFocused()
    const go = (to: string) =>
      page.evaluate((address) => {
        // the router of the page: no link of ours names a place today
        const { __reactRouterDataRouter: router } = window as unknown as {
          __reactRouterDataRouter: { navigate(to: string): Promise<void> }
        }
        return router.navigate(address)
      }, to)
    const links = page.getByRole('heading', { name: 'Quick links' })
    await go('/login#quick-links')
    await expect(page).toHaveURL('/login#quick-links')
    await expect(links).toBeInViewport()
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await go('/login#quick-links')
    await expect(links).toBeInViewport()
    await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }))
    await go('/')
    await expect(page).toHaveURL('/')
    await go('/login#quick-links')
    await expect(links).toBeInViewport()
  })

  test('finds the same links at the foot of every page', async ({ page }) => {
    await page.goto('/login')
    const foot = page.getByRole('contentinfo')
    const links = { Home: '/', Courses: '/allcourses', Login: '/login', 'My Profile': '/profile' }
    for (const [name, to] of Object.entries(links))
      await expect(foot.getByRole('link', { name, exact: true })).toHaveAttribute('href', to)
    await expect(foot.getByRole('link', { name: 'AI/ML' })).toHaveAttribute('href', '/allcourses?category=AI%2FML')
  })
})

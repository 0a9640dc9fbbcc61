import type { Page } from '@playwright/test'
import { demoCourses, signInAs, signOut } from '../support/api.ts'
import { expect, expectNoSidewaysScroll, goByRouter, onlyWithAll, test } from '../support/test.ts'

onlyWithAll('no language that is written so has a catalogue yet')

/** Accented letters, as a pseudo language writes them: seen at once, and read by anyone. */
const accents = Object.fromEntries(
  [...'aceinouyAEIOU'].map((letter, at) => [letter, [...'àçéîñôûýÀÉÎÔÛ'][at] ?? letter]),
)

/**
 * Puts the page into a pseudo language that is written from right to left and takes a third more room than English, as many languages do.
 * The texts of people stay.
 */
async function speakPseudo(page: Page): Promise<void> {
  await page.evaluate((accents) => {
    document.documentElement.dir = 'rtl'
    const longer = (text: string) =>
      text.replace(/[A-Za-z]/g, (letter) => accents[letter] ?? letter).replace(/(\p{L}{3})(?=\p{L})/gu, '$1·')
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement?.closest('script, style, bdi, code, [lang]:not(html), [dir=auto]'))
        node.textContent = longer(node.textContent ?? '')
    }
  }, accents)
}

const pages: Record<string, string[]> = {
  visitor: ['/', '/browse', '/login'],
  student: ['/allcourses', '/account/security', '/enrolledcourses', '/purchases', '/notifications'],
  educator: ['/createcourses', '/dashboard', '/courses', '/earnings', '/offers/coupons'],
  admin: ['/admin/orders', '/admin/dashboard', '/admin/payouts', '/admin/settings'],
}

test('pages in a pseudo language, longer and from right to left, keep their width and mirror', async ({ page }) => {
  const [course] = await demoCourses(page)
  for (const [role, paths] of Object.entries(pages)) {
    if (role !== 'visitor') {
      await signOut(page)
      await signInAs(page, role as 'student' | 'educator' | 'admin')
    }
    const ofCourse = role === 'student' ? [`/viewcourse/${course._id}`, `/viewlecture/${course._id}`] : []
    for (const [at, path] of [...paths, ...ofCourse].entries()) {
      await page.setViewportSize({ width: 390, height: 844 })
      // the first page of each role comes as a document, the others as links lead to them
      await (at === 0 ? page.goto(path) : goByRouter(page, path))
      // parts that are loaded on use must be there: they take over what the server sent
      await page.waitForLoadState('networkidle')
      await speakPseudo(page)
      await expectNoSidewaysScroll(page)
      await page.setViewportSize({ width: 1280, height: 900 })
      await expectNoSidewaysScroll(page)
      const logo = await page.getByRole('banner').getByRole('link').first().boundingBox()
      expect(logo && logo.x + logo.width / 2, path).toBeGreaterThan(1280 / 2)
    }
  }
})

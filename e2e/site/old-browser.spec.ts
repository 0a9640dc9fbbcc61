import { expect, test } from '../support/test.ts'

test('a browser without lookbehind in regular expressions reads, and is told', async ({ page, problems }) => {
  // a script that the browser cannot read ends at its first line
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: 'too new (' }))
  await page.addInitScript(() => {
    const Real = RegExp
    // as Safari before 16.4
    const Old = (pattern: string | RegExp, flags?: string) => {
      if (/\(\?<[=!]/.test(String(pattern)))
        throw new SyntaxError('Invalid regular expression: invalid group specifier name')
      return new Real(pattern, flags)
    }
    Object.defineProperty(globalThis, 'RegExp', { value: Object.assign(Old, { prototype: Real.prototype }) })
  })
  await page.goto('/', { waitUntil: 'load' })
  const notice = page.getByText('This browser is too old for this site.')
  await expect(notice).toBeVisible()
  await expect(notice).toContainText('Safari 16.4')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page
    .getByRole('contentinfo')
    .getByRole('link', { name: 'Login' })
    .or(page.getByRole('link', { name: 'Login' }))
    .first()
    .click()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(notice).toBeVisible()
  // a browser of today sees nothing of it
  const other = await page.context().browser()?.newPage()
  await other?.goto(page.url())
  await expect(other?.getByText('This browser is too old') ?? notice).toBeHidden()
  await other?.close()
  // each script reports that it cannot be read, the last one after the page was seen
  await page.close()
  expect(problems.filter((one) => !one.includes('SyntaxError'))).toEqual([])
  problems.length = 0
})

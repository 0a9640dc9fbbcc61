import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

/** Console errors that are the point of a test: an answer of 4xx is written to the console by the browser itself. */
const expected = /Failed to load resource: the server responded with a status of 4\d\d/

type Extras = {
  /** every console error and uncaught exception of the page so far */
  problems: string[]
  /** Answers of 4xx are part of this test. */
  expectRefusals: { value: boolean }
}

/** A test fails when the page writes an error to the console or throws. */
export const test = base.extend<Extras>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  expectRefusals: async ({}, use) => use({ value: false }),
  problems: async ({ page, expectRefusals }, use) => {
    const problems: string[] = []
    watch(page, problems)
    await use(problems)
    expect(expectRefusals.value ? problems.filter((one) => !expected.test(one)) : problems).toEqual([])
  },
  page: async ({ page }, use) => use(page),
})

export function watch(page: Page, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(String(error)))
}

/** Fails on serious or critical findings of axe. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude('iframe').analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(
    grave.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map((node) => node.target.join(' '))
          .slice(0, 3)
          .join(' | ')}`,
    ),
  ).toEqual([])
}

/** Fails when the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBeLessThanOrEqual(0)
}

/**
 * Waits until the page of an address is there. The address alone is not enough before a step on something that the page
 * before has too: it changes a frame earlier.
 */
export async function expectPage(page: Page, address: string | RegExp, heading: string): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

export { expect }

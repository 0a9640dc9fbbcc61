import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test as base, expect, type Page, type Request } from '@playwright/test'
import { inAll, isWhole } from '../../server/test/support/in-all.ts'
import { translateDocuments } from './translate.ts'

/** The package's own source is twice as long, and each page parses it. */
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Console errors that are the point of a test: an answer of 4xx is written to the console by the browser itself. */
const expected = /Failed to load resource: the server responded with a status of 4\d\d/

/** Rules of axe whose findings are moderate or minor, whatever they find: a run for the serious ones need not carry them out. */
const mildRules = [
  ...['form-field-multiple-labels', 'heading-order', 'html-xml-lang-mismatch', 'landmark-banner-is-top-level'],
  ...['landmark-contentinfo-is-top-level', 'landmark-main-is-top-level', 'landmark-no-duplicate-banner'],
  ...['landmark-no-duplicate-contentinfo', 'landmark-no-duplicate-main', 'landmark-one-main', 'landmark-unique'],
  ...['meta-viewport', 'no-autoplay-audio', 'page-has-heading-one', 'region', 'scope-attr-valid', 'skip-link'],
  ...['aria-allowed-role', 'aria-deprecated-role', 'empty-heading', 'empty-table-header', 'focus-order-semantics'],
  ...['hidden-content', 'image-redundant-alt', 'meta-viewport-large', 'presentation-role-conflict'],
  ...['server-side-image-map', 'table-duplicate-name'],
]

/** Leaves a test, or all of a file or group, to runs with `--all`; they are counted as skipped, with the reason. */
export function onlyWithAll(reason: string): void {
  // biome-ignore lint/suspicious/noSkippedTests: the rule looks for tests that are skipped in every run
  test.skip(!isWhole, `only with --all: ${reason}`)
}

type Extras = {
  /** every console error and uncaught exception of the page so far, and of those that a test watches with it */
  problems: string[]
  /** Answers of 4xx are part of this test. */
  expectErrors: { value: boolean }
}

/** A test fails when its page writes an error to the console or throws, whether it names `problems` or not. */
export const test = base.extend<Extras>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of fixtures from this pattern
  expectErrors: async ({}, use) => use({ value: false }),
  problems: [
    async ({ page, expectErrors }, use) => {
      const problems: string[] = []
      watch(page, problems)
      const open = new Set<Request>()
      page.on('request', (one) => open.add(one))
      page.on('requestfinished', (one) => open.delete(one))
      page.on('requestfailed', (one) => open.delete(one))
      if (process.env.E2E_TRANSLATED) await translateDocuments(page, 'interactive')
      await use(problems)
      const { status, expectedStatus } = test.info()
      if (status !== expectedStatus) for (const one of open) console.log(`not answered: ${one.url()}`)
      expect(expectErrors.value ? problems.filter((one) => !expected.test(one)) : problems).toEqual([])
    },
    { auto: true },
  ],
})

/** Collects what goes wrong on a page, and waits until it is interactive, see {@link awaitScripts}. */
export function watch(page: Page, problems: string[]): void {
  awaitScripts(page)
  page.on('console', (message) => {
    // the text of a failed request gives its status alone
    const about = message.text().startsWith('Failed to load resource') ? ` ${message.location().url}` : ''
    if (message.type() === 'error') problems.push(`${message.text()}${about}`)
  })
  page.on('pageerror', (error) => problems.push(String(error)))
}

/**
 * Lets goto and reload wait until React has taken the document over: before that, clicks are lost and links load whole
 * documents. Who says `waitUntil` waits for that alone.
 */
export function awaitScripts(page: Page): Page {
  const { goto, reload } = page
  return Object.assign(page, {
    goto: async (...args: Parameters<Page['goto']>) => {
      const answer = await goto.apply(page, args)
      if (!args[1]?.waitUntil) await untilHydrated(page)
      return answer
    },
    reload: async (...args: Parameters<Page['reload']>) => {
      const answer = await reload.apply(page, args)
      if (!args[0]?.waitUntil) await untilHydrated(page)
      return answer
    },
  })
}

/** Waits for `<html data-hydrated>` (web/src/root.tsx), where a page has scripts. Gives up silently: some tests hold the scripts back. */
async function untilHydrated(page: Page): Promise<void> {
  const hydrated = () =>
    'hydrated' in document.documentElement.dataset || !document.querySelector('script[type="module"]')
  await page.waitForFunction(hydrated, undefined, { timeout: 10_000 }).catch(() => undefined)
}

/**
 * Findings of axe about what a page shows, by default the serious and critical ones. axe runs in the page itself: its Playwright package
 * opens a second page for each run, which takes several times the processor.
 */
export async function findByAxe(page: Page, impacts = ['serious', 'critical']): Promise<string[]> {
  const needless = impacts.some((one) => one === 'moderate' || one === 'minor') ? [] : mildRules
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeSource)
  const asked = { wanted: impacts, needless }
  return page.evaluate(async ({ wanted, needless }) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') } // defined by the source above
    // the overlay library's focus guards: hidden, and focusable in order to pass the focus on
    const context = { exclude: [['[data-base-ui-focus-guard]'], ['iframe']] }
    const rules = Object.fromEntries(needless.map((name) => [name, { enabled: false }]))
    const { violations } = await axe.run(context, { resultTypes: ['violations'], iframes: false, rules })
    return violations
      .filter(({ impact }) => wanted.includes(impact ?? 'serious'))
      .map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ target }) => target.join(' '))
            .join(' | ')}`,
      )
  }, asked)
}

/** Fails on serious or critical findings of axe. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findByAxe(page)).toEqual([])
}

/** Fails when the page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
}

/** Does what brings another list of all courses, and waits until that list is shown: the address changes earlier. */
export async function untilListed(page: Page, act: () => Promise<unknown>): Promise<void> {
  const answer = page.waitForResponse((one) => one.url().includes('/api/course/catalogue?'))
  await act()
  const { courses } = await (await answer).json()
  const shown = () =>
    page.getByRole('article').evaluateAll((cards) => cards.map((card) => card.querySelector('a')?.textContent))
  await expect.poll(shown).toEqual(courses.map(({ title }: { title: string }) => title))
}

/**
 * Waits until the page of an address is there. The address alone is not enough before a step on something that the page
 * before has too: it changes a frame earlier.
 */
export async function expectPage(page: Page, address: string | RegExp, heading: string): Promise<void> {
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
}

/** Goes to a page as a link of the page does, without another document. */
export function goByRouter(page: Page, to: string): Promise<void> {
  return page.evaluate((address) => {
    const { __reactRouterDataRouter: router } = window as unknown as {
      __reactRouterDataRouter: { navigate(to: string): Promise<void> }
    }
    return router.navigate(address)
  }, to)
}

/** Runs what is to hold on a screen as narrow as a phone, and makes it as wide as before. */
export async function narrow(page: Page, inspect: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  await page.setViewportSize({ width: 390, height: 844 })
  await inspect()
  if (size) await page.setViewportSize(size)
}

export { expect, inAll, isWhole }

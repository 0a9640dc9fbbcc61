import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { everyPage, readIds, removeBundle, roles, signInFor } from '../support/every-page.ts'
import { attend, enter, startSession, test } from '../support/live.ts'
import { findFaults, jumpsOf, watchJumps } from '../support/screen-faults.ts'
import { expect } from '../support/test.ts'

/** Half of 1280 is what a zoom of 200 % leaves. */
const screens = [
  { name: '1440', width: 1440, height: 900, load: true },
  { name: '1280', width: 1280, height: 900 },
  { name: 'zoomed', width: 640, height: 450 },
  { name: '390', width: 390, height: 844, load: true },
  { name: '320', width: 320, height: 640 },
  { name: 'dark', width: 390, height: 844, dark: true },
  { name: 'sideways', width: 844, height: 390 },
]

/**
 * Opens each page at the size of a desktop and of a phone, tries it on all screens, and returns what it found with the screens. `arrive` is
 * called after each load.
 */
async function tryOut(
  page: Page,
  problems: string[],
  paths: readonly string[],
  arrive = async (_page: Page): Promise<void> => {},
): Promise<string[]> {
  const found = new Map<string, string[]>()
  const note = (faults: readonly string[], path: string, screen: string) => {
    for (const fault of faults) found.set(`${path}: ${fault}`, [...(found.get(`${path}: ${fault}`) ?? []), screen])
  }
  await watchJumps(page)
  for (const path of paths) {
    for (const { name, width, height, load, dark } of screens) {
      await page.setViewportSize({ width, height })
      if (dark) await page.emulateMedia({ colorScheme: 'dark' })
      if (load) {
        await page.goto(path)
        await page.waitForLoadState('networkidle')
        await arrive(page)
        note(await jumpsOf(page), path, name)
      }
      // lists that are laid out by their own size follow a frame later
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100))))
      note(await findFaults(page), path, name)
      if (dark) await page.emulateMedia({ colorScheme: 'light' })
    }
    const errors = problems.splice(0).filter((one) => path !== '/nowhere' || !/404/.test(one))
    note(errors, path, 'console')
  }
  return [...found].map(([fault, where]) => `${fault} [${where.join(' ')}]`)
}

/** Addresses that only lead elsewhere, a step of a login, what takes two admins and a payout to be there, and a student's attempt, which `quiz.spec.ts` looks at. */
const left = [
  ...['login/second-step', 'auth/callback'],
  ...['editquiz/:courseId/:lectureId/attempts/:attemptId', 'admin/payouts/:runId'],
]

test('every route is walked', () => {
  const source = readFileSync(new URL('../../web/src/routes.ts', import.meta.url), 'utf8')
  const routes = [...source.matchAll(/ route\('([^'*]+)'/g)].map(([, path = '']) => path)
  const id = '0'.repeat(24)
  const quiz = `${id}/${id}`
  const ids = {
    course: id,
    own: id,
    lecture: id,
    bundle: id,
    order: id,
    quiz,
    ownQuiz: quiz,
    assignment: id,
    answer: id,
    assigned: id,
    student: id,
    serial: id,
  }
  const walked = [...Object.values(everyPage).flatMap((pathsOf) => pathsOf(ids)), `/live/${id}`]
  const asPattern = (route: string): RegExp =>
    new RegExp(`^/${route.replace(/\/:\w+\?/g, '(/[^/?]+)?').replace(/:\w+/g, '[^/?]+')}([?]|$)`)
  expect(routes.length).toBeGreaterThan(left.length)
  expect(routes.filter((route) => !walked.some((path) => asPattern(route).test(path)))).toEqual(left)
})

test.describe('on every screen', () => {
  // biome-ignore lint/suspicious/noSkippedTests: five minutes, which only a run with --all has
  test.skip(process.env.TEST_ALL !== '1', 'only with --all: the walks try each page on three screens')

  for (const role of roles)
    test(`every page, as ${role}`, async ({ page, problems }) => {
      test.setTimeout(900_000)
      const ids = await readIds(page)
      await signInFor(page, role)
      const found = await tryOut(page, problems, everyPage[role](ids))
      await removeBundle(page, ids)
      expect(found).toEqual([])
    })

  test('a live room', async ({ session, guest, page, problems }) => {
    test.setTimeout(300_000)
    await startSession(session)
    const room = [`/live/${session.lectureId}`]
    const found = await tryOut(page, problems, room, enter)
    const student = await attend(await guest(), session, 'Room Guest')
    found.push(...(await tryOut(student, problems, room, enter)))
    expect(found).toEqual([])
  })
})

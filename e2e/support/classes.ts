import type { Page } from '@playwright/test'
import { addLecture, type Client, makeCourse, startAs } from './api.ts'
import { awaitScripts } from './test.ts'

/** A published course with lectures of these names. */
export async function courseWith(page: Client, title: string, lectures: readonly string[]): Promise<string> {
  const courseId = await makeCourse(page, title)
  for (const lecture of lectures) await addLecture(page, courseId, lecture)
  return courseId
}

/** Returns another user in a browser of their own, or a visitor; close its context. */
export async function another(page: Page, role?: 'student' | 'educator', name = ''): Promise<Page> {
  const browser = page.context().browser()
  if (!browser) throw new Error('the page belongs to no browser')
  const other = awaitScripts(await (await browser.newContext()).newPage())
  if (role) await startAs(other, role, name)
  return other
}

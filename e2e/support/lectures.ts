import type { Page } from '@playwright/test'
import type { Account } from './accounts.ts'
import { enrol, startAs } from './api.ts'
import { expect } from './test.ts'

type Lecture = {
  _id: string
  lectureTitle: string
  kind?: 'quiz' | 'assignment'
  durationSeconds: number
  isPreviewFree: boolean
}
type Course = { _id: string; title: string; lectures: Lecture[] }

/** A free course of the demo, as its page shows it. */
export async function freeCourse(page: Page): Promise<Course> {
  const { courses } = await (await page.request.get('/api/course/catalogue?text=without+tears')).json()
  const card = courses.find(({ title }: { title: string }) => title.includes('Without Tears'))
  expect(card.price).toBe(0)
  return (await page.request.get(`/api/course/getcourse/${card._id}`)).json()
}

/** A new student in a free course. */
export async function enrolledStudent(page: Page): Promise<{ course: Course; person: Account }> {
  const person = await startAs(page, 'student', 'Nila Learner')
  const course = await freeCourse(page)
  await enrol(page, course._id)
  return { course, person }
}

export const lecture = ({ lectures }: Course, index: number): Lecture => {
  const found = lectures[index]
  if (!found) throw new Error(`the course has no lecture ${index}`)
  return found
}
export const addressOf = (course: Course, index: number) =>
  `/viewlecture/${course._id}?lecture=${lecture(course, index)._id}`

const video = (page: Page) => page.locator('video:not([hidden])')
export const ofVideo = <T>(page: Page, read: (video: HTMLVideoElement) => T): Promise<T> =>
  video(page).evaluate(read as (video: SVGElement | HTMLElement) => T) // the locator finds nothing but videos
export const seconds = (page: Page) => ofVideo(page, (video) => video.currentTime)
export const paused = (page: Page) => ofVideo(page, (video) => video.paused)
export const jump = (page: Page, to: number) =>
  video(page).evaluate((video, at) => {
    ;(video as HTMLVideoElement).currentTime = at // as above
  }, to)

/** Waits until the video of a lecture is the one that is shown: all lectures share an element. */
export async function expectVideo(page: Page, { lectureTitle }: Lecture): Promise<void> {
  await expect(video(page)).toHaveAccessibleName(lectureTitle)
  await expect.poll(() => ofVideo(page, (video) => video.readyState)).toBeGreaterThanOrEqual(2)
}

/** Opens a lecture and waits until its video can be used. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await expect.poll(() => ofVideo(page, (video) => video.readyState)).toBeGreaterThanOrEqual(2)
}

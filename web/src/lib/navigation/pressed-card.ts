import { type CourseCard, courseIdOf } from '@virtual-courses/contract'
import { createStore } from '../create-store.ts'

let pressed: CourseCard | null = null

/** Path of the page that is awaited since its card was pressed; null for none. */
const awaited = createStore<string | null>(null)

/** The card of a course that was pressed: what it says is shown while the course's page is awaited. For the browser only. */
export const pressedCard = {
  press(course: CourseCard): void {
    pressed = course
  },

  /** Returns the card, if this is the path of the page of its course. */
  of(path: string): CourseCard | null {
    const [, page, part = ''] = path.split('/')
    const isCourse = page === 'course' || page === 'viewcourse'
    return isCourse && courseIdOf(part) === pressed?._id ? pressed : null
  },

  /** The router begins to read the page of a path. */
  begin(path: string): void {
    if (pressedCard.of(path)) awaited.write(path)
  },

  /** A page is there, whichever it is. */
  end(): void {
    pressed = null
    if (awaited.read() !== null) awaited.write(null)
  },

  awaited: awaited.read,
  subscribe: awaited.subscribe,
}

import type { CourseCard } from '@virtual-courses/contract'
import { createStore } from '../create-store.ts'

let pressed: { course: CourseCard; path: string } | null = null

/** Path of the page that is awaited since its card was pressed; null for none. */
const awaited = createStore<string | null>(null)

/** The card of a course that was pressed: what it says is shown while the course's page is awaited. For the browser only. */
export const pressedCard = {
  /** @param path of the page that the card leads to */
  press(course: CourseCard, path: string): void {
    pressed = { course, path }
  },

  /** Returns what the card says, if it leads to this path. */
  of: (path: string): CourseCard | null => (pressed?.path === path ? pressed.course : null),

  /** The router begins to read the page of a path. */
  begin(path: string): void {
    if (pressed?.path === path) awaited.write(path)
  },

  /** A page is there, whichever it is. */
  end(): void {
    pressed = null
    if (awaited.read() !== null) awaited.write(null)
  },

  awaited: awaited.read,
  subscribe: awaited.subscribe,
}

import { activity, progress, unreadDays, wishlistItems } from './activity.ts'
import { asked } from './asked.ts'
import { assignments } from './assignments.ts'
import { attempts } from './attempts.ts'
import { courses } from './courses.ts'
import { enrolments } from './enrolments.ts'
import { notes } from './notes.ts'
import { announcements, checks, openings } from './pace.ts'
import { points } from './points.ts'
import { reviews } from './reviews.ts'
import { users } from './users.ts'

/** The password of every demo account; they exist only where SEED=demo filled the database. */
export const demoPassword = 'virtual-courses'

/** The folder of the demo's videos, captions, course images and portraits: a `file:` URL that ends in a slash. */
export const demoMedia = new URL('../media/', import.meta.url)

/** Accounts, courses, points, reviews, enrolments, progress, wishlist items, notes, assignments, attempts at quizzes, questions, openings, announcements and notifications of the demo, as plain data that refers by key. */
export const demo = {
  users,
  courses,
  points,
  reviews,
  enrolments,
  progress,
  wishlistItems,
  notes,
  assignments,
  attempts,
  asked,
  openings,
  announcements,
  checks,
  activity,
  unreadDays,
} as const

export type Demo = typeof demo

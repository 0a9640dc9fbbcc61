import { accounts } from './accounts.ts'
import { admin } from './admin.ts'
import { ai } from './ai.ts'
import { courses } from './courses.ts'
import { enrolments } from './enrolments.ts'
import { learning } from './learning.ts'
import { lectures } from './lectures.ts'
import { live, liveEvents } from './live.ts'
import { media } from './media.ts'
import { notificationEvents, notifications } from './notifications.ts'
import { reviews } from './reviews.ts'
import { wishlist } from './wishlist.ts'

export * from './accounts.ts'
export * from './admin.ts'
export * from './ai.ts'
export * from './client.ts'
export * from './courses.ts'
export * from './early-sentences.ts'
export * from './endpoint.ts'
export * from './enrolments.ts'
export * from './fields.ts'
export * from './learning.ts'
export * from './lectures.ts'
export * from './live.ts'
export * from './media.ts'
export * from './notifications.ts'
export * from './problem.ts'
export * from './reviews.ts'
export * from './wishlist.ts'

/** Every call of the product, by noun. The server serves each exactly once; the client calls them; OpenAPI lists them. */
export const api = {
  accounts,
  courses,
  lectures,
  reviews,
  enrolments,
  media,
  wishlist,
  notifications,
  learning,
  live,
  ai,
  admin,
}

/** Every message that the server sends over the socket by itself, by noun. */
export const events = { notifications: notificationEvents, live: liveEvents }

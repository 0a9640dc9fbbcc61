import { liveEvents } from './live.ts'
import { notificationEvents } from './notifications.ts'

export * from './accounts.ts'
export * from './admin.ts'
export * from './ai.ts'
/** All endpoints, by noun. */
export * as api from './api.ts'
export * from './clean-name.ts'
export * from './client.ts'
export * from './courses.ts'
export * from './early-sentences.ts'
export * from './endpoint.ts'
export * from './enrolments.ts'
export * from './fields.ts'
export * from './invitations.ts'
export * from './learning.ts'
export * from './lectures.ts'
export * from './live.ts'
export * from './media.ts'
export * from './notifications.ts'
export * from './own-account.ts'
export * from './problem.ts'
export * from './public-pages.ts'
export * from './reviews.ts'
export * from './wishlist.ts'

/** All events that the server sends over the socket, by noun. */
export const events = { notifications: notificationEvents, live: liveEvents }

import { liveEvents } from './live.ts'
import { notificationEvents } from './notifications.ts'

export * from './accounts.ts'
export * from './admin.ts'
export * from './ai.ts'
/** Every call of the product, by noun. The server serves each exactly once; the client calls them; OpenAPI lists them. */
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
export * from './problem.ts'
export * from './reviews.ts'
export * from './wishlist.ts'

/** Every message that the server sends over the socket by itself, by noun. */
export const events = { notifications: notificationEvents, live: liveEvents }

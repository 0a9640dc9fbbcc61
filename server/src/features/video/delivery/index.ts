export { registerDelivery } from './routes.ts'
export { findPlayable, requireWatchable } from './watch-lecture.ts'
export { watchingEnded } from './watch-memo.ts'

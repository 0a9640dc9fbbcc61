export { registerDelivery } from './routes.ts'
export { requireWatchable } from './watch-lecture.ts'
export { watchingEnded } from './watch-memo.ts'

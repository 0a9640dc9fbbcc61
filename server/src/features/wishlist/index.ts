export { findWishers, forgetWishes } from './queries.ts'
export { registerWishlist } from './routes.ts'

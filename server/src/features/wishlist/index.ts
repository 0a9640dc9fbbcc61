export { findWishers } from './queries.ts'
export { registerWishlist } from './routes.ts'

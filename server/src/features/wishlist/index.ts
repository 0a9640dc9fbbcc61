export { deleteWishlist, findUsersByWishlist } from './queries.ts'
export { registerWishlist } from './routes.ts'

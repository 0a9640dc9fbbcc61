export { deleteWishlist, findUsersWithWish } from './queries.ts'
export { registerWishlist } from './routes.ts'

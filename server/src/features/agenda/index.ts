export { deleteAddressOf } from './queries.ts'
export { registerAgenda } from './routes.ts'

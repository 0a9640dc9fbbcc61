import { z } from 'zod'
import { Course } from './courses.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './fields.ts'

/** Number of courses that the calls of the wishlist return, the last added ones. */
export const longestWishlist = 500

const body = z.object({ courseId: Id })
const reply = z.object({ message: z.string() })

export const wishlist = {
  add: endpoint({
    method: 'POST',
    path: '/api/user/addtowishlist',
    access: 'student',
    summary: 'Add a course to the wishlist; repeating it is no error',
    body,
    status: 200,
    reply,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/user/removefromwishlist',
    access: 'student',
    summary: 'Remove a course from the wishlist; a missing one is no error',
    body,
    status: 200,
    reply,
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/user/wishlist',
    access: 'student',
    summary: 'The visible courses of the wishlist, last added first; at most 500',
    status: 200,
    reply: z.object({ wishlist: z.array(Course) }),
    errors: [],
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/user/wishlist/ids',
    access: 'student',
    summary: 'The ids of the same courses',
    status: 200,
    reply: z.object({ courseIds: z.array(Id) }),
    errors: [],
  }),
}

import { z } from 'zod'
import { Course, CourseCard } from './courses.ts'
import { endpoint } from './endpoint.ts'
import { Cursor, Id, pagesBeside } from './values/fields.ts'

/** Maximum number of courses in the specified list and of ids of hearts, the last added ones. `wishlist.page` has no such limit. */
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
    errors: ['rate_limited'],
  }),
  page: endpoint({
    method: 'GET',
    path: '/api/user/wishlist/page',
    access: 'student',
    summary: 'A page of the visible courses of the wishlist as cards, last added first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(24), cursor: Cursor.optional() }),
    status: 200,
    reply: z.object({ courses: z.array(CourseCard), ...pagesBeside }),
    errors: [],
  }),
  ids: endpoint({
    method: 'GET',
    path: '/api/user/wishlist/ids',
    access: 'student',
    summary: 'The ids of the courses of the wishlist, for hearts, last added first; at most 500',
    status: 200,
    reply: z.object({ courseIds: z.array(Id) }),
    errors: [],
  }),
}

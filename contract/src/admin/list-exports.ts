import { z } from 'zod'
import { stream } from '../endpoint.ts'
import { listFilters } from './list-filters.ts'

/** The lists of admins as tables; that of orders is `adminOrders.export`. */
export const listExports = {
  users: stream({
    method: 'GET',
    path: '/api/admin/users.csv',
    access: 'admin',
    changesState: true,
    summary: 'The accounts of a filter as CSV, at most 50,000',
    query: z.object(listFilters.users),
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
  courses: stream({
    method: 'GET',
    path: '/api/admin/courses.csv',
    access: 'admin',
    changesState: true,
    summary: 'The courses of a filter as CSV, at most 50,000',
    query: z.object(listFilters.courses),
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
  reviews: stream({
    method: 'GET',
    path: '/api/admin/reviews.csv',
    access: 'admin',
    changesState: true,
    summary: 'The reviews of a filter as CSV, at most 50,000',
    query: z.object(listFilters.reviews),
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
  reportedReviews: stream({
    method: 'GET',
    path: '/api/admin/reported-reviews.csv',
    access: 'admin',
    changesState: true,
    summary: 'The reported reviews as CSV, at most 50,000',
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
  audit: stream({
    method: 'GET',
    path: '/api/admin/audit.csv',
    access: 'admin',
    changesState: true,
    summary: 'The entries of the audit log of a filter as CSV, at most 50,000',
    query: z.object(listFilters.audit),
    status: 200,
    contentType: 'text/csv',
    errors: ['rate_limited'],
  }),
}

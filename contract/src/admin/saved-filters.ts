import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, nameText } from '../values/fields.ts'
import { listFilters } from './list-filters.ts'

/** Maximum number of filters that an admin saves of a list, and of characters of a name. */
export const mostFilters = 20
export const filterNameLength = 40

export const filteredLists = ['users', 'courses', 'reviews', 'orders', 'audit'] as const
export const FilteredList = z.enum(filteredLists)
export type FilteredList = z.output<typeof FilteredList>

const Name = nameText(filterNameLength, 'A name')
export const SavedFilter = z.object({
  _id: Id,
  name: z.string(),
  /** the values that are set, by their names in addresses */
  query: z.record(z.string(), z.string()),
})
export type SavedFilter = z.output<typeof SavedFilter>

const params = z.object({ filterId: Id })

/** Filters of lists that an admin has saved under a name: each admin sees their own. */
export const savedFilters = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/filters',
    access: 'admin',
    summary: 'The own saved filters of a list, by name',
    query: z.object({ list: FilteredList }),
    status: 200,
    reply: z.object({ filters: z.array(SavedFilter) }),
    errors: [],
  }),
  save: endpoint({
    method: 'POST',
    path: '/api/admin/filters',
    access: 'admin',
    summary: 'Save a filter of a list under a name',
    body: z.discriminatedUnion('list', [
      z.strictObject({ list: z.literal('users'), name: Name, query: z.strictObject(listFilters.users) }),
      z.strictObject({ list: z.literal('courses'), name: Name, query: z.strictObject(listFilters.courses) }),
      z.strictObject({ list: z.literal('reviews'), name: Name, query: z.strictObject(listFilters.reviews) }),
      z.strictObject({ list: z.literal('orders'), name: Name, query: z.strictObject(listFilters.orders) }),
      z.strictObject({ list: z.literal('audit'), name: Name, query: z.strictObject(listFilters.audit) }),
    ]),
    status: 201,
    reply: z.object({ filter: SavedFilter, message: z.string() }),
    errors: ['filter_name_taken', 'filters_full'],
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/admin/filters/:filterId',
    access: 'admin',
    summary: 'Give an own saved filter another name',
    params,
    body: z.strictObject({ name: Name }),
    status: 200,
    reply: z.object({ filter: SavedFilter, message: z.string() }),
    errors: ['not_found', 'filter_name_taken'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/filters/:filterId',
    access: 'admin',
    summary: 'Delete an own saved filter. One that is gone is no error',
    params,
    status: 200,
    reply: z.object({ removed: z.boolean(), message: z.string() }),
    errors: [],
  }),
}

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Cursor, Id, Instant, pagesBeside, requiredText } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

const Message = z.object({ message: z.string() })
export const unsureFinds = ['nothing', 'close'] as const
export type UnsureFound = (typeof unsureFinds)[number]

/** A question that the search was not sure of, counted without who asked it. */
export const UnsureSearch = z.object({
  _id: Id,
  question: z.string(),
  /** no course at all, or only such as may not be meant */
  found: z.enum(unsureFinds),
  askings: z.number().int(),
  lastAskedAt: Instant,
})
export type UnsureSearch = z.output<typeof UnsureSearch>
/** Waiting for an admin, noted as an idea for a course, dealt with. */
export const unsureStates = ['open', 'idea', 'done'] as const
export type UnsureState = (typeof unsureStates)[number]
/** Longer questions are not counted, and those that fewer people have asked are not shown: they may name someone. */
export const mostUnsureLength = 80
export const leastAskings = 3

export const unsureSearches = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/searches',
    access: 'admin',
    summary: 'Questions that the search was not sure of, and that at least three have asked: the most frequent first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(25),
      cursor: Cursor.optional(),
      state: z.enum(['open', 'idea']).default('open'),
    }),
    status: 200,
    reply: z.object({
      searches: z.array(UnsureSearch),
      /** counted up to `mostCounted` */ total: z.number().int(),
      ...pagesBeside,
    }),
    errors: [],
  }),
  sort: endpoint({
    method: 'POST',
    path: '/api/admin/searches/:searchId/sort',
    access: 'admin',
    summary: 'Note a question as an idea for a course, put it aside, or back on the list',
    params: z.object({ searchId: Id }),
    body: z.object({ state: z.enum(unsureStates) }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  addSynonym: endpoint({
    method: 'POST',
    path: '/api/admin/searches/:searchId/synonym',
    access: 'admin',
    summary: 'Add a line to the search lexicon that says what a question means; the search reads it at once',
    params: z.object({ searchId: Id }),
    body: z.object({
      means: requiredText(mostUnsureLength, 'What it means').refine((name) => /^[^=>,#\n][^=>,\n]*$/.test(name), {
        message: sentence('Please write one name, without commas and signs such as = and >'),
      }),
    }),
    status: 200,
    reply: Message,
    errors: ['not_found', 'wrong_lexicon', 'changed_elsewhere'],
  }),
}

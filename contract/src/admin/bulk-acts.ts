import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, text } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Maximum number of rows of one bulk act, and the minutes in which it can be undone. */
export const mostAtOnce = 100
export const undoMinutes = 10

/** Acts on several rows, by their list. Each does to a row what the single act does. */
export const bulkActs = {
  users: ['suspend', 'restore'],
  courses: ['unlist', 'relist'],
  reviews: ['remove', 'keep'],
} as const
export const bulkLists = ['users', 'courses', 'reviews'] as const
export type BulkList = (typeof bulkLists)[number]
export type BulkAct = (typeof bulkActs)[BulkList][number]

const withReason: readonly BulkAct[] = ['suspend', 'unlist', 'remove']
/** Whether an act takes a reason. */
export const takesReason = (act: BulkAct): boolean => withReason.includes(act)

/** Whether the body of an act has the reason that it takes. */
const hasReason = ({ act, reason }: { act: BulkAct; reason: string }): boolean => !takesReason(act) || reason !== ''
const reasonNeeded = { error: sentence('A reason is required'), path: ['reason'] }
const ids = z
  .array(Id)
  .min(1, sentence('Please choose at least one row'))
  .max(mostAtOnce, sentence('Please choose at most {most} rows', { most: mostAtOnce }))
  .refine((all) => new Set(all).size === all.length, sentence('Each row can be chosen once'))
/** Made by the client for each act: a repetition with the same key goes on with it, and changes no row twice. */
const key = z.string().regex(/^[0-9a-f]{32}$/, sentence('This is not a key'))
const reason = text(500).default('')

/**
 * What became of a row. `name` is that of the account, the course or the review's author, and `message` says why nothing was done; both are
 * "" otherwise.
 */
const row = { _id: Id, name: z.string(), message: z.string() }

/** An own bulk act that can be undone still. */
export const UndoableAct = z.object({
  _id: Id,
  act: z.enum([...bulkActs.users, ...bulkActs.courses, ...bulkActs.reviews]),
  /** rows that it changed and that are not undone */
  count: z.number().int(),
  until: Instant,
})
export type UndoableAct = z.output<typeof UndoableAct>

const Done = z.object({
  /** in the order of the ids; `unchanged`: it was so before */
  rows: z.array(z.object({ ...row, outcome: z.enum(['done', 'unchanged', 'failed']) })),
  /** null where nothing was changed */
  undo: UndoableAct.nullable(),
})
export type BulkResult = z.output<typeof Done>

/** `changed`: someone has changed the row since, so that it stays as it is. */
export const undoOutcomes = ['undone', 'changed', 'failed'] as const
export type UndoOutcome = (typeof undoOutcomes)[number]

const Undone = z.object({ rows: z.array(z.object({ ...row, outcome: z.enum(undoOutcomes) })) })
export type UndoResult = z.output<typeof Undone>

export const bulk = {
  users: endpoint({
    method: 'POST',
    path: '/api/admin/bulk/users',
    maxBodyBytes: 22 * 1024,
    access: 'admin',
    summary: 'Suspend accounts, or end their suspensions; those that cannot be are named',
    body: z.object({ key, ids, act: z.enum(bulkActs.users), reason }).refine(hasReason, reasonNeeded),
    status: 200,
    reply: Done,
    errors: ['changed_elsewhere', 'rate_limited'],
  }),
  courses: endpoint({
    method: 'POST',
    path: '/api/admin/bulk/courses',
    maxBodyBytes: 22 * 1024,
    access: 'admin',
    summary: 'Unlist courses, or relist them; those that cannot be are named',
    body: z.object({ key, ids, act: z.enum(bulkActs.courses), reason }).refine(hasReason, reasonNeeded),
    status: 200,
    reply: Done,
    errors: ['changed_elsewhere', 'rate_limited'],
  }),
  reviews: endpoint({
    method: 'POST',
    path: '/api/admin/bulk/reviews',
    maxBodyBytes: 22 * 1024,
    access: 'admin',
    summary: 'Remove reviews, or close the reports of reviews that stay; those that cannot be are named',
    body: z.object({ key, ids, act: z.enum(bulkActs.reviews), reason }).refine(hasReason, reasonNeeded),
    status: 200,
    reply: Done,
    errors: ['changed_elsewhere', 'rate_limited'],
  }),
  last: endpoint({
    method: 'GET',
    path: '/api/admin/bulk/last',
    access: 'admin',
    summary: 'The own bulk act on a list that was the last one, while it can be undone',
    query: z.object({ list: z.enum(bulkLists) }),
    status: 200,
    reply: z.object({ last: UndoableAct.nullable() }),
    errors: [],
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/admin/bulk/:actId/undo',
    access: 'admin',
    summary:
      'Undo an own bulk act: rows that no one has changed since become what they were. A repetition goes on with it',
    params: z.object({ actId: Id }),
    status: 200,
    reply: Undone,
    errors: ['not_found', 'undo_over', 'rate_limited'],
  }),
}

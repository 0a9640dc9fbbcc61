import { z } from 'zod'
import { orderFilter } from '../sales/admin-orders.ts'
import { Id, Role, Stars, text } from '../values/fields.ts'
import { auditActions } from './audit.ts'

export const userStates = ['active', 'suspended'] as const

/** What the lists of admins are filtered by: in their calls, in tables that are downloaded, and in filters that are saved. */
export const listFilters = {
  users: { text: text(100).optional(), role: Role.optional(), state: z.enum(userStates).optional() },
  courses: { text: text(100).optional(), state: z.enum(['published', 'draft', 'unlisted']).optional() },
  reviews: { text: text(100).optional(), rating: Stars.optional() },
  orders: orderFilter,
  audit: { action: z.enum(auditActions).optional(), adminId: Id.optional(), text: text(100).optional() },
} as const

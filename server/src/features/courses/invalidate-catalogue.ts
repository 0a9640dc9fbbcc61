import { invalidateCache } from '#core/cache-invalidation.ts'
import type { Tx } from '#core/transact.ts'

/**
 * Says that this transaction changes something that the catalogue shows: published courses, their lectures, ratings or numbers
 * of enrolments. From the commit on no reader gets the old one. Call it last in the transaction (see `invalidateCache`).
 */
export const invalidateCatalogue = (tx: Tx): Promise<void> => invalidateCache(tx, 'catalogue')

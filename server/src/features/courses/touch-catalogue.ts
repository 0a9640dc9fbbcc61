import { changeCache } from '#db/cache-signal.ts'
import type { Tx } from '#db/executor.ts'

/**
 * Says that this transaction changes something that the catalogue shows: published courses, their lectures, ratings or numbers
 * of enrolments. From the commit on no reader gets the old one. Call it last in the transaction (see `changeCache`).
 */
export const touchCatalogue = (tx: Tx): Promise<void> => changeCache(tx, 'catalogue')

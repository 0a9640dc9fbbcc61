import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#db/schema.ts'

export type Db = Kysely<Database>
/** The database or an open transaction: the first parameter of every query. */
export type Executor = Db | Transaction<Database>

import type { Selectable } from 'kysely'
import type { OrdersTable, UsersTable } from './schema.generated.ts'

export type * from './schema.generated.ts'
export type * from './schema-notes.ts'

export type UserRow = Selectable<UsersTable>
export type OrderRow = Selectable<OrdersTable>

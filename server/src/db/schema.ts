import type { Insertable, Selectable } from 'kysely'
import type { CoursesTable, LecturesTable, OrdersTable, UsersTable } from './schema.generated.ts'

export type * from './schema.generated.ts'
export type { LiveEndReason, OrderStatus } from './schema-notes.ts'

export type UserRow = Selectable<UsersTable>
export type CourseRow = Selectable<CoursesTable>
export type LectureRow = Selectable<LecturesTable>
export type OrderRow = Selectable<OrdersTable>
export type NewCourse = Insertable<CoursesTable>

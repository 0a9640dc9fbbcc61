import { type Kysely, sql } from 'kysely'

/** How sure a search must be was found out at each start; now it is kept, with the catalogue that it was found for. */
const statements = [
  `create table search_calibrations (
    basis text primary key,
    sure double precision not null check (sure between 0 and 1),
    marks bytea not null,
    updated_at timestamptz not null
  )`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

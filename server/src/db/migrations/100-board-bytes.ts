import { type Kysely, sql } from 'kysely'

/**
 * Elements of whiteboards are measured in bytes, as the messages that carry them are. Databases that were made by the main branch of
 * 2026-11-28 may have the column under its new name already.
 */
const statements = [
  `do $$ begin
    if exists (
      select from information_schema.columns
      where table_schema = current_schema() and table_name = 'live_board_elements' and column_name = 'characters'
    ) then alter table live_board_elements rename column characters to bytes; end if;
  end $$`,
  `update live_board_elements set bytes = octet_length(data::text) where data is not null`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

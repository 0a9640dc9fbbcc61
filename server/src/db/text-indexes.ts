import { sql } from 'kysely'
import type { Db } from '#core/executor.ts'

/** Columns in which lists search for words, with their indexes. */
const indexes: Record<string, string> = {
  courses_title_words: 'courses using gin (title gin_trgm_ops)',
  courses_sub_title_words: 'courses using gin (sub_title gin_trgm_ops)',
  users_name_words: 'users using gin (name gin_trgm_ops)',
  users_email_words: 'users using gin (email gin_trgm_ops)',
  reviews_comment_words: 'reviews using gin (comment gin_trgm_ops)',
  audit_log_detail_words: 'audit_log using gin (detail gin_trgm_ops)',
  audit_log_subject_words: 'audit_log using gin (subject gin_trgm_ops)',
}

type Log = (level: 'info' | 'warn', message: string, details?: object) => void

/**
 * Creates the trigram indexes that text filters of lists use. They need the extension `pg_trgm`, which some roles cannot create. Without it
 * everything works, but a search reads the whole table. So this is no migration: each start tries it, and succeeds once an administrator
 * has created the extension. Returns whether the indexes exist.
 */
export async function createTextIndexes(db: Db, log: Log): Promise<boolean> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
  } catch (error) {
    log(
      'warn',
      'text filters of lists have no index: let an administrator run "create extension pg_trgm" and restart',
      {
        reason: error instanceof Error ? error.message : String(error),
      },
    )
    return false
  }
  for (const [name, definition] of Object.entries(indexes))
    await sql.raw(`create index if not exists ${name} on ${definition}`).execute(db)
  return true
}

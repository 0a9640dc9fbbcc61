import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '#test/support/database/use-database.ts'

const database = useDatabase()

/**
 * Tables by the columns that name a user in them. Before one is added, it is decided what becomes of its rows when an account is deleted
 * (`eraseUser`), and whether a user's own data have them (`user-queries.ts`).
 */
const decidedFor: Record<string, string> = {
  actor_id: 'order_events',
  admin_id: 'audit_log bulk_acts',
  author_id: 'early_openings mark_corrections quiz_mark_changes',
  confirmed_by: 'payout_runs',
  created_by: 'payout_runs site_page_versions',
  creator_id: 'courses',
  educator_id:
    'answers bundles certificates coupons educator_balances educator_held educator_months educator_sales order_items payouts sales_changes',
  invited_by: 'admin_invitations',
  last_student_id: 'announcements',
  owner_id:
    'caption_texts files images lectures live_recordings storage_reservations storage_usage stream_turns transcription_days transcriptions uploads videos',
  requested_by: 'refunds',
  resolved_by: 'payment_findings',
  student_id: 'answers',
  user_id:
    'account_codes announcement_reports authenticator_apps billing_details calendar_addresses certificates consents coupon_uses course_completions course_viewers drafts early_openings enrolments identities invoices lecture_progress lecture_views live_attendance live_cohosts live_former_speakers live_messages live_participants live_poll_votes live_removed_participants mark_corrections notes notification_mails notification_settings notifications opened_lectures orders passkeys password_links password_reset_tokens payout_accounts post_follows post_reports post_votes posts quiz_attempts quiz_extras recovery_codes review_reports reviews saved_filters served_lectures sessions video_check_answers wishlist_items',
  withdrawn_by: 'certificates',
}

test('what becomes of the rows of a deleted account was decided for every column that names a user', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and column_name ~ '(^|_)(user|student|educator|owner|creator|author|admin)_id$'
    union
    select conrelid::regclass::text, attname::text from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid = 'users'::regclass`.execute(database.db)
  const known = Object.entries(decidedFor).flatMap(([column, tables]) =>
    tables.split(/\s+/).map((table) => `${table}.${column}`),
  )
  expect(rows.map(({ table, column }) => `${table}.${column}`).sort()).toEqual(known.sort())
})

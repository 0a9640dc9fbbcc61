import { msg } from '@lingui/core/runtime-macro'
import { type api, type BodyOf, type Draft, draftDays, maxDraftBytes, type ReplyOf } from '@virtual-courses/contract'
import { z } from 'zod'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { transact } from '#core/transact.ts'
import {
  type DraftKey,
  type DraftRow,
  deleteDraftsBefore,
  findDraft,
  hasRoom,
  isOwnSubject,
  lockDrafts,
  putDraft,
} from './queries.ts'

const dayMs = 24 * 3600 * 1000
const deletedAtOnce = 500

/** Drafts that were stored before are too old. */
const oldest = (now: Date): Date => new Date(now.getTime() - draftDays * dayMs)

/**
 * Keeps what an educator typed into a form of theirs, in place of the draft that the page has `seen`. Where another tab or device has
 * stored another one since, nothing is changed and that one is returned. Throws not_found for a form that is not theirs, invalid_input,
 * too_large, drafts_full, rate_limited.
 */
export async function storeDraft(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  userId: string,
  key: DraftKey,
  { content, version, seen }: BodyOf<typeof api.drafts.store>,
): Promise<ReplyOf<typeof api.drafts.store>> {
  if (content.kind !== key.kind || Object.keys(content.typed).length === 0) throw new DomainError('invalid_input')
  const typed = JSON.stringify(content.typed)
  if (Buffer.byteLength(typed) > maxDraftBytes)
    throw new DomainError('too_large', msg`What you typed is too long to be kept as a draft. Save it, or shorten it.`)
  await deps.limits.drafts.consume(userId)
  const storedAt = deps.clock.now()
  return transact(deps.db, async (tx) => {
    if (!(await isOwnSubject(tx, key, userId))) throw new DomainError('not_found')
    await lockDrafts(tx, userId)
    const stored = await findDraft(tx, userId, key, oldest(storedAt))
    // the same text is no other draft: two devices typed the same, or a reply was lost on its way
    const isSame = stored?.typed === typed
    if (stored && stored.revision !== seen && !isSame) return { outcome: 'conflict', other: present(stored) } as const
    if (!(await hasRoom(tx, userId, key))) throw new DomainError('drafts_full')
    const revision = isSame ? stored.revision : newId()
    await putDraft(tx, { user_id: userId, ...key, revision, version, typed, stored_at: storedAt })
    return { outcome: 'stored', revision, storedAt: storedAt.toISOString() } as const
  })
}

const Typed = z.record(z.string(), z.union([z.string(), z.boolean()]))

const present = ({ typed, version, revision, stored_at: storedAt }: DraftRow): Draft => ({
  typed: Typed.parse(JSON.parse(typed)),
  version,
  revision,
  storedAt: storedAt.toISOString(),
})

/** Returns what an educator typed into a form and did not save; null when there is nothing, or it is too old. */
export async function readDraft(
  { db, clock }: Pick<FeatureDeps, 'db' | 'clock'>,
  userId: string,
  key: DraftKey,
): Promise<Draft | null> {
  const row = await findDraft(db, userId, key, oldest(clock.now()))
  return row ? present(row) : null
}

/** Deletes drafts that no one has changed for so long. */
export async function deleteOldDrafts({ db, clock }: Pick<FeatureDeps, 'db' | 'clock'>): Promise<void> {
  while ((await deleteDraftsBefore(db, oldest(clock.now()), deletedAtOnce)) === deletedAtOnce);
}

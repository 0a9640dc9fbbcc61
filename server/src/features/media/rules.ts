import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/runtime-macro'
import { formatSize } from '@virtual-courses/contract'
import type { Sentence } from '#core/languages/language.ts'

const ownFull = (needed: string, used: string, most: string): MessageDescriptor =>
  msg`This needs ${{ needed }}, and your files and texts already take ${{ used }} of the ${{ most }} that you may use. Remove lectures or files that you no longer need, or ask the support of this site for more room.`

const siteFull = (needed: string, used: string, most: string): MessageDescriptor =>
  msg`This needs ${{ needed }}, but the files of this site already take ${{ used }} of ${{ most }}. Please tell the operator of this site.`

export type Amounts<T> = { account: T; site: T }

/** Returns the sentence for bytes that exceed what an account or the site may have; null when they fit. */
export function describeFull(
  used: Amounts<number>,
  limits: Amounts<number | null>,
  more: Amounts<number>,
): Sentence | null {
  if (limits.account !== null && more.account > 0 && used.account + more.account > limits.account)
    return ownFull(formatSize(more.account), formatSize(used.account), formatSize(limits.account))
  if (limits.site !== null && more.site > 0 && used.site + more.site > limits.site)
    return siteFull(formatSize(more.site), formatSize(used.site), formatSize(limits.site))
  return null
}

/** Maximum bytes of the texts of an account: they lie in the database, whatever the disk has. */
export const maxTextBytes = 1e9

export const describeTexts = (used: number, more: number): Sentence =>
  textsFull(formatSize(more), formatSize(used), formatSize(maxTextBytes))

const textsFull = (needed: string, used: string, most: string): MessageDescriptor =>
  msg`This needs ${{ needed }}, and the texts and captions of your courses already take ${{ used }} of the ${{ most }} that are possible. Remove courses, lectures or captions that you no longer need.`

/** The sentences of `describeFull` and `describeTexts`, without their values. */
export const storageSentences: readonly MessageDescriptor[] = [ownFull, siteFull, textsFull].map((make) =>
  make('', '', ''),
)

const mib = 1024 ** 2
/** Bytes that an upload reserves ahead of what has arrived, at most and, while there is any room, at least. */
const window = { most: 32 * mib, least: mib }
/** Bytes that stay free on the disk after all windows. */
export const keepFreeBytes = 512 * mib

/**
 * Returns how many bytes an upload reserves ahead: at most an eighth of what is left, and with the other uploads of its account a quarter,
 * so that no number of uploads takes all of it. Null when nothing is left.
 */
export function decideWindow({
  rest,
  free,
  others,
  ownOthers,
}: {
  /** bytes that have still to arrive */
  rest: number
  /** bytes that are free on the disk; null for any number */
  free: number | null
  /** windows of all other uploads, and of those of the same account */
  others: number
  ownOthers: number
}): number | null {
  if (free === null) return Math.min(rest, window.most)
  const left = free - keepFreeBytes - others
  const share = Math.min(left / 8, (left + ownOthers) / 4 - ownOthers)
  const bytes = Math.min(rest, window.most, Math.max(window.least, Math.floor(share)))
  return bytes > left ? null : bytes
}

/** Unnamed objects of a pass that may be removed whatever else is in the store, and the largest share of all that may. */
const fewObjects = 100
const fewShare = 0.1

/** Whether what a pass found unnamed is little enough to be what interrupted work leaves, not the trace of a wrong database. */
export const mayRemoveUnnamed = ({ objects, unnamed }: { objects: number; unnamed: number }): boolean =>
  unnamed <= fewObjects || unnamed <= objects * fewShare

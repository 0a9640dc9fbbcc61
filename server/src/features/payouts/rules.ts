import { msg } from '@lingui/core/runtime-macro'
import { isolate, payoutPauseDays } from '@virtual-courses/contract'
import { english, type Say } from '#core/languages/language.ts'
import type { PayoutStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import type { EducatorBalance } from '../ledger/index.ts'

/** Masks the name of an account holder: A••• I•••. */
export const maskHolder = (holder: string): string =>
  holder
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 4)
    .map((word) => `${[...word][0]}•••`)
    .join(' ')

export const last4Of = (accountNumber: string): string => accountNumber.slice(-4)

/** Returns the end of the pause of payouts after a change of bank details or a returned payout. */
export const pausedUntil = (now: Date): Date => new Date(now.getTime() + payoutPauseDays * 24 * 3600 * 1000)

/** Splits a balance for display: the sum of held and payable minus debt is the amount owed. */
export function sharesOf({ owed, held, payable }: EducatorBalance): { held: Paise; payable: Paise; debt: Paise } {
  const shownHeld = Math.max(0, held)
  return { held: shownHeld, payable, debt: Math.max(0, shownHeld - owed) }
}

export type Candidate = {
  amount: Paise
  payable: Paise
  /** whether the educator's account is open and not suspended */
  active: boolean
  /** null without bank details */
  account: { pausedUntil: Date | null; readable: boolean } | null
}

/**
 * Decides whether a planned payout is sent when its run is confirmed: null, or the reason against it as the English sentence that its row
 * stores.
 */
export function decidePayout({ amount, payable, active, account }: Candidate, now: Date): string | null {
  if (!active) return english(msg`The account is suspended or deleted`)
  if (!account) return english(msg`There are no bank details`)
  if (account.pausedUntil !== null && account.pausedUntil > now)
    return english(msg`The bank details were changed, or a payout came back`)
  if (!account.readable) return english(msg`The bank details cannot be decrypted`)
  if (payable < amount) return english(msg`The amount is not payable any more`)
  return null
}

const canceled = (reason: string) => msg`The run was canceled: ${{ reason }}`

/** Returns the problem that is stored with the payouts of a run that an admin canceled. */
export const problemOfCanceled = (reason: string): string => english(canceled(isolate(reason)))

/**
 * Translates the problem that is stored with a payout if it is a sentence of ours; words of an admin or the bank are returned as they are.
 */
export function sayProblem(problem: string, say: Say): string {
  const beginning = english(canceled(''))
  return problem.startsWith(beginning) ? say(canceled(problem.slice(beginning.length))) : say(problem)
}

/** Decides whether the bank may have returned a payout with this status. */
export const decideReturn = (status: PayoutStatus): 'return' | 'unchanged' | 'refused' => {
  if (status === 'returned') return 'unchanged'
  return status === 'sent' || status === 'paid' ? 'return' : 'refused'
}

import { msg } from '@lingui/core/runtime-macro'
import { isolate, payoutPauseDays } from '@virtual-courses/contract'
import { english, type Say } from '#core/languages/language.ts'
import type { PayoutStatus } from '#db/schema.ts'
import type { Paise } from '#ports/payments.ts'
import type { EducatorBalance } from '../ledger/index.ts'

/** The name of an account holder as it is shown: A••• I•••. */
export const hintOf = (holder: string): string =>
  holder
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, 4)
    .map((word) => `${[...word][0]}•••`)
    .join(' ')

export const last4Of = (accountNumber: string): string => accountNumber.slice(-4)

/** Until when payouts pause after a change of bank details, or after the bank returned one. */
export const pausedUntil = (now: Date): Date => new Date(now.getTime() + payoutPauseDays * 24 * 3600 * 1000)

/** What of a balance is shown: what is held, payable and in debt add up to what is owed. */
export function sharesOf({ owed, held, payable }: EducatorBalance): { held: Paise; payable: Paise; debt: Paise } {
  const shownHeld = Math.max(0, held)
  return { held: shownHeld, payable, debt: Math.max(0, shownHeld - owed) }
}

export type Candidate = {
  amount: Paise
  payable: Paise
  /** account of the educator: open, not suspended */
  active: boolean
  /** null without bank details */
  account: { pausedUntil: Date | null; readable: boolean } | null
}

/** Decides whether a planned payout is sent when its run is confirmed; returns why it is not, as the English sentence that its row keeps, or null. */
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

/** The problem of payouts whose run an admin canceled, as their rows keep it. */
export const problemOfCanceled = (reason: string): string => english(canceled(isolate(reason)))

/** Says the problem that a payout's row keeps: a sentence of ours, or the words of an admin or of the bank, which stay. */
export function sayProblem(problem: string, say: Say): string {
  const beginning = english(canceled(''))
  return problem.startsWith(beginning) ? say(canceled(problem.slice(beginning.length))) : say(problem)
}

/** Decides whether the bank can have returned a payout of this status. */
export const decideReturn = (status: PayoutStatus): 'return' | 'unchanged' | 'refused' => {
  if (status === 'returned') return 'unchanged'
  return status === 'sent' || status === 'paid' ? 'return' : 'refused'
}

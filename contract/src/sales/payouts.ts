import { z } from 'zod'
import { ownerCredentials } from '../accounts/own-account.ts'
import { endpoint, stream } from '../endpoint.ts'
import {
  Cursor,
  Id,
  Instant,
  nameText,
  pagesBeside,
  readVersion,
  requiredText,
  text,
  Version,
} from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'

/** Days without a confirmed payout after bank details were replaced, were entered while something was owed, or a bank returned a payout. */
export const payoutPauseDays = 3

/** Maximum number of payouts in a run; the rest is in the next one. */
export const mostPayouts = 1000

/** A month of the platform's time zone: 2026-11. */
const Month = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, sentence('This is not a month'))

const withoutSpaces = (value: string): string => value.replace(/[\s-]/g, '')

/** Bank details in India: account number and IFSC. */
export const BankDetails = z.object({
  holder: nameText(100, 'The name of the account holder').refine(
    (name) => /^[\p{L}\p{M}\d .,'’&()/-]{3,}$/u.test(name),
    { message: sentence('Please enter the name as the bank has it') },
  ),
  accountNumber: z
    .string(sentence('The account number is required'))
    .max(40)
    .transform(withoutSpaces)
    .refine((digits) => /^\d{9,18}$/.test(digits), { message: sentence('An account number has 9 to 18 digits') }),
  ifsc: z
    .string(sentence('The IFSC is required'))
    .max(20)
    .transform((value) => withoutSpaces(value).toUpperCase())
    .refine((code) => /^[A-Z]{4}0[A-Z\d]{6}$/.test(code), {
      message: sentence('An IFSC has 4 letters, a zero and 6 letters or digits, such as SBIN0001234'),
    }),
})
export type BankDetails = z.output<typeof BankDetails>

/** Bank details as their owner and admins see them. */
export const PayoutAccount = z.object({
  /** the last digits of the account number */
  last4: z.string(),
  /** the beginnings of the holder's names: A••• I••• */
  holderHint: z.string(),
  changedAt: Instant,
  /** no payout is confirmed before; null when payouts are not paused */
  pausedUntil: Instant.nullable(),
})
export type PayoutAccount = z.output<typeof PayoutAccount>

/** What an educator earned and was paid, in rupees: earned = paidOut + onItsWay + held + payable - debt. */
export const PayoutBalance = z.object({
  /** sales minus refunds, after tax and platform fee */
  earned: z.number(),
  /** in refund windows, or disputed */
  held: z.number(),
  payable: z.number(),
  /** refunds after payouts: taken from what is earned next */
  debt: z.number(),
  /** in a confirmed run that is not marked paid */
  onItsWay: z.number(),
  paidOut: z.number(),
})
export type PayoutBalance = z.output<typeof PayoutBalance>

export const payoutStatuses = ['sent', 'paid', 'returned'] as const

export const Payout = z.object({
  _id: Id,
  /** rupees */
  amount: z.number(),
  status: z.enum(payoutStatuses),
  /** what the bank calls it; "" before it is paid */
  reference: z.string(),
  /** why the bank returned it; "" otherwise */
  problem: z.string(),
  last4: z.string(),
  createdAt: Instant,
  changedAt: Instant,
})
export type Payout = z.output<typeof Payout>

/** A month of an educator in rupees: opening + sales + refunds + payouts = closing. */
export const StatementMonth = z.object({
  month: Month,
  opening: z.number(),
  sales: z.number(),
  /** refunds and lost disputes; 0 or less */
  refunds: z.number(),
  /** 0 or less, unless more came back from the bank */
  payouts: z.number(),
  closing: z.number(),
})
export type StatementMonth = z.output<typeof StatementMonth>

const page = (most: number, usual: number) => ({
  limit: z.coerce.number().int().min(1).max(most).default(usual),
  cursor: Cursor.optional(),
})

/** Payouts as educators see them. */
export const payouts = {
  balance: endpoint({
    method: 'GET',
    path: '/api/payouts/balance',
    access: 'educator',
    summary: 'What the current educator earned, what is held and payable, and where it is paid to',
    status: 200,
    reply: PayoutBalance.extend({
      account: PayoutAccount.nullable(),
      /** version of the bank details, or of their absence */
      accountVersion: Version,
      /** rupees that must be payable before they are paid out */
      minimum: z.number(),
      /** days for which a sale is held */
      refundDays: z.number().int(),
    }),
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/payouts',
    access: 'educator',
    summary: 'Payouts to the current educator, newest first',
    query: z.object(page(100, 10)),
    status: 200,
    reply: z.object({ payouts: z.array(Payout), ...pagesBeside }),
    errors: [],
  }),
  saveAccount: endpoint({
    method: 'POST',
    path: '/api/payouts/account',
    access: 'educator',
    summary: `Set the bank details, which are stored encrypted; after a change payouts pause for ${payoutPauseDays} days and the owner gets a mail`,
    body: BankDetails.extend({
      accountNumberAgain: z.string(sentence('Please type the account number again')).max(40),
      ...ownerCredentials,
      ...readVersion,
    }).refine(({ accountNumber, accountNumberAgain }) => accountNumber === withoutSpaces(accountNumberAgain), {
      path: ['accountNumberAgain'],
      message: sentence('The two account numbers differ'),
    }),
    status: 200,
    reply: z.object({ account: PayoutAccount, accountVersion: Version, message: z.string() }),
    errors: ['changed_elsewhere', 'wrong_password', 'wrong_code', 'rate_limited', 'unavailable'],
  }),
  statements: endpoint({
    method: 'GET',
    path: '/api/payouts/statements',
    access: 'educator',
    summary: 'The months of the current educator with entries, newest first',
    query: z.object(page(60, 12)),
    status: 200,
    reply: z.object({ months: z.array(StatementMonth), ...pagesBeside }),
    errors: [],
  }),
  statementCsv: stream({
    method: 'GET',
    path: '/api/payouts/statements/:month/csv',
    access: 'educator',
    summary: 'All entries of a month as CSV: opening and closing balance, and between them a row for each entry',
    params: z.object({ month: Month }),
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'rate_limited'],
  }),
  statementPdf: stream({
    method: 'GET',
    path: '/api/payouts/statements/:month/pdf',
    access: 'educator',
    summary: 'The sums of a month, and the courses with the highest sales, as PDF',
    params: z.object({ month: Month }),
    status: 200,
    contentType: 'application/pdf',
    errors: ['not_found', 'rate_limited', 'unavailable'],
  }),
}

export const payableStates = ['ready', 'paused', 'missing', 'small'] as const
export type PayableState = (typeof payableStates)[number]

export const Payable = z.object({
  educatorId: Id,
  name: z.string(),
  /** rupees */
  payable: z.number(),
  held: z.number(),
  /** missing: no bank details; paused: these are new, a payout came back, or the account is suspended; small: below the minimum */
  state: z.enum(payableStates),
  /** the account was deleted: what is owed can only be written off */
  deleted: z.boolean(),
  account: PayoutAccount.nullable(),
})
export type Payable = z.output<typeof Payable>

export const runStatuses = ['draft', 'confirmed', 'paid', 'canceled'] as const
export type PayoutRunStatus = (typeof runStatuses)[number]

export const PayoutRun = z.object({
  _id: Id,
  status: z.enum(runStatuses),
  note: z.string(),
  /** number of payouts, and rupees of them, without those that were left out or, unless the run was canceled, returned by the bank */
  count: z.number().int(),
  amount: z.number(),
  createdBy: Id,
  createdByName: z.string(),
  createdAt: Instant,
  confirmedByName: z.string().nullable(),
  confirmedAt: Instant.nullable(),
  /** when the bank file was last downloaded */
  exportedAt: Instant.nullable(),
  paidAt: Instant.nullable(),
  canceledAt: Instant.nullable(),
})
export type PayoutRun = z.output<typeof PayoutRun>

/** `sent`: confirmed, the bank has it or is about to. `left-out`: the amount was not payable any more when the run was confirmed. */
export const runPayoutStatuses = ['planned', 'sent', 'paid', 'returned', 'left-out'] as const
export type PayoutStatus = (typeof runPayoutStatuses)[number]

export const RunPayout = z.object({
  _id: Id,
  educatorId: Id,
  name: z.string(),
  amount: z.number(),
  status: z.enum(runPayoutStatuses),
  reference: z.string(),
  /** why it was left out or returned */
  problem: z.string(),
  last4: z.string(),
})
export type RunPayout = z.output<typeof RunPayout>

const runParams = z.object({ runId: Id })
const RunReply = z.object({ run: PayoutRun, message: z.string() })

/** Payouts as admins make them. */
export const payoutRuns = {
  payable: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/payable',
    access: 'admin',
    summary: 'Educators who are owed something that is not held, and whether the next run would pay them',
    query: z.object({ ...page(100, 25), state: z.enum(payableStates).default('ready') }),
    status: 200,
    reply: z.object({
      educators: z.array(Payable),
      minimum: z.number(),
      /** how many educators of each state are owed how many rupees that are not held; only states that someone is in */
      sums: z.array(z.object({ state: z.enum(payableStates), educators: z.number().int(), amount: z.number() })),
      ...pagesBeside,
    }),
    errors: [],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/runs',
    access: 'admin',
    summary: 'Payout runs, newest first',
    query: z.object(page(100, 25)),
    status: 200,
    reply: z.object({ runs: z.array(PayoutRun), ...pagesBeside }),
    errors: [],
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/payouts/runs/:runId',
    access: 'admin',
    summary: 'A payout run with a page of its payouts, and whether the current admin may confirm it',
    params: runParams,
    query: z.object(page(100, 50)),
    status: 200,
    reply: z.object({
      run: PayoutRun,
      payouts: z.array(RunPayout),
      /** false when another admin has to confirm it */
      mayConfirm: z.boolean(),
      ...pagesBeside,
    }),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/runs',
    access: 'admin',
    summary: `Draft a run with what is payable now, at most ${mostPayouts} payouts, the longest waiting first`,
    body: z.object({ note: text(200).default('') }),
    status: 201,
    reply: RunReply,
    errors: ['nothing_payable'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/runs/:runId/confirm',
    access: 'admin',
    summary:
      'Confirm a draft: its amounts leave the balances. Where there are several admins, another one than its maker.',
    params: runParams,
    status: 200,
    reply: RunReply.extend({
      /** educators whose amount is not payable any more */
      leftOut: z.array(z.string()),
    }),
    errors: ['not_found', 'second_person_needed', 'payout_run_closed'],
  }),
  file: stream({
    method: 'GET',
    path: '/api/admin/payouts/runs/:runId/file',
    access: 'admin',
    changesState: true,
    summary: 'The bank file of a confirmed run, as CSV with the bank details in clear; written to the audit log',
    params: runParams,
    status: 200,
    contentType: 'text/csv',
    errors: ['not_found', 'payout_run_closed', 'bank_details_unreadable'],
  }),
  paid: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/runs/:runId/paid',
    access: 'admin',
    summary: 'Say that the bank paid a confirmed run; its educators are notified',
    params: runParams,
    body: z.object({ reference: requiredText(100, "The bank's reference") }),
    status: 200,
    reply: RunReply,
    errors: ['not_found', 'payout_run_closed'],
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/runs/:runId/cancel',
    access: 'admin',
    summary: 'Cancel a run that is not paid: its amounts are payable again',
    params: runParams,
    body: z.object({
      reason: requiredText(200, 'A reason'),
      /** required once the bank file was downloaded: confirms that the bank no longer has it and will not pay it */
      bankFileWithdrawn: z.boolean().default(false),
    }),
    status: 200,
    reply: RunReply,
    errors: ['not_found', 'payout_run_closed', 'bank_file_downloaded'],
  }),
  returned: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/:payoutId/returned',
    access: 'admin',
    summary: `Say that the bank returned a payout: its amount is owed again, and payouts to the educator pause for ${payoutPauseDays} days`,
    params: z.object({ payoutId: Id }),
    body: z.object({ reason: requiredText(200, 'A reason') }),
    status: 200,
    reply: z.object({ payout: RunPayout, message: z.string() }),
    errors: ['not_found', 'payout_run_closed'],
  }),
  writeOff: endpoint({
    method: 'POST',
    path: '/api/admin/payouts/educators/:educatorId/write-off',
    access: 'admin',
    summary:
      'Write off what is owed to an educator whose account was deleted, such as a payout that came back; written to the audit log',
    params: z.object({ educatorId: Id }),
    body: z.object({ reason: requiredText(200, 'A reason') }),
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}

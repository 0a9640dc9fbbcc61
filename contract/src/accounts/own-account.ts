import { z } from 'zod'
import { endpoint, stream } from '../endpoint.ts'
import { Instant } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { Email, passwordLength } from './accounts.ts'

/** What a user types to delete their account. */
export const deletionWord = 'DELETE'

/** Digits of the codes that a signed-in account is mailed. */
export const accountCodeLength = 6

/**
 * Shows that the owner of the account is there: its password or, where it has none, the code that was mailed to its address. What
 * the account does not have is refused as a wrong password or a wrong code. Neither is needed where the session was confirmed a moment
 * ago (`factors.confirm`).
 */
export const ownerCredentials = {
  current: z.string().max(passwordLength.max).optional(),
  ownerCode: z.string().max(64).optional(),
}
export type OwnerCredentials = { current?: string | undefined; ownerCode?: string | undefined }

const Message = z.object({ message: z.string() })

/** Acts on the current user's account that need proof of its owner. */
export const ownAccount = {
  status: endpoint({
    method: 'GET',
    path: '/api/user/account',
    access: 'signedIn',
    summary: 'The address of the own account, how its owner is proven, and the new address that waits for its code',
    status: 200,
    reply: z.object({
      email: z.string(),
      /** false: the owner proves themselves by a mailed code */
      hasPassword: z.boolean(),
      /** a new address whose code was sent and is not typed yet */
      newEmail: z.object({ email: z.string(), requestedAt: Instant }).nullable(),
    }),
    errors: [],
  }),
  sendOwnerCode: endpoint({
    method: 'POST',
    path: '/api/user/ownercode',
    access: 'signedIn',
    summary: 'Mail a code to the own address, for accounts without a password; valid for 15 minutes',
    status: 200,
    reply: Message,
    errors: ['rate_limited'],
  }),
  changeEmail: endpoint({
    method: 'POST',
    path: '/api/user/changeemail',
    access: 'signedIn',
    summary: 'Mail a code to a new address; the reply is the same where the address has an account already',
    body: z.object({ email: Email, ...ownerCredentials }),
    status: 200,
    reply: Message,
    errors: ['wrong_password', 'wrong_code', 'rate_limited', 'unavailable'],
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/api/user/confirmemail',
    access: 'signedIn',
    summary: 'Change the address with the code that was mailed to it; ends all other sessions of the account',
    // anything but a code is refused like a wrong code
    body: z.object({ code: z.unknown().optional() }),
    status: 200,
    reply: Message.extend({ email: z.string() }),
    errors: ['wrong_code', 'email_taken', 'rate_limited'],
  }),
  exportData: stream({
    method: 'GET',
    path: '/api/user/mydata',
    access: 'signedIn',
    summary: 'Download what is kept about the current user, without secrets',
    status: 200,
    contentType: 'application/json',
    errors: ['rate_limited'],
  }),
  deleteAccount: endpoint({
    method: 'POST',
    path: '/api/user/deleteaccount',
    access: 'signedIn',
    summary:
      'Delete the personal data of the own account for good; reviews, orders and courses with students stay without a name',
    body: z.object({
      confirm: z.literal(deletionWord, sentence('Please type {word}', { word: deletionWord })),
      ...ownerCredentials,
    }),
    status: 200,
    reply: Message,
    errors: ['wrong_password', 'wrong_code', 'last_admin', 'has_students', 'money_owed', 'rate_limited', 'unavailable'],
  }),
}

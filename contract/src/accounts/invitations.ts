import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Id, Instant, nameText } from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { accounts, Email } from './accounts.ts'

/** Maximum number of open invitations. */
export const maxOpenInvitations = 100

/** Token of a link: 32 bytes as base64url. It is sent in bodies only, never in a URL that a server sees. */
const Token = z.string().regex(/^[\w-]{43}$/, sentence('This is not the whole link'))

/** Next step for the reader of a link. */
export const invitationSteps = ['create', 'confirm'] as const

/** An open invitation to become an admin. */
export const AdminInvitation = z.object({
  _id: Id,
  email: z.string(),
  /** name of the admin who sent it; "" for the operator */
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** when the mail server accepted the mail, or null */
  mailedAt: Instant.nullable(),
})
export type AdminInvitation = z.output<typeof AdminInvitation>

export const invitations = {
  read: endpoint({
    method: 'POST',
    path: '/api/auth/admin-invitation',
    access: 'public',
    summary: 'The next step of an invitation link; reading it does not consume the link',
    body: z.object({ token: Token }),
    status: 200,
    reply: z.object({
      /** `create` requires name and password, `confirm` the password that was entered before */
      step: z.enum(invitationSteps),
      /** null when the address must be entered */
      email: z.string().nullable(),
      /** a mail follows, because this link alone does not verify the address */
      mailFollows: z.boolean(),
      expiresAt: Instant,
    }),
    errors: ['invitation_invalid', 'rate_limited'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/auth/admin-invitation/accept',
    access: 'public',
    summary: 'Become an admin by a mailed link; with a printed one, request the mail that verifies the address',
    body: z.object({
      token: Token,
      /** required at the step `create` */
      name: nameText(100, 'Name').optional(),
      /** required when the link names no address */
      email: Email.optional(),
      password: accounts.resetPassword.body.shape.password,
    }),
    status: 200,
    reply: z.object({
      /** `mailed`: nothing has changed until the link in the mail is opened */
      state: z.enum(['done', 'mailed']),
      email: z.string(),
      message: z.string(),
    }),
    errors: [
      'invitation_invalid',
      'invalid_input',
      'wrong_credentials',
      'email_taken',
      'role_in_use',
      'suspended',
      'rate_limited',
    ],
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/admin/invitations',
    access: 'admin',
    summary: 'Invitations to become an admin that are open, newest first',
    status: 200,
    reply: z.object({ invitations: z.array(AdminInvitation) }),
    errors: [],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/admin/invitations',
    access: 'admin',
    summary: 'Invite an address to become an admin; a new link replaces an older one',
    body: z.object({ email: Email }),
    status: 201,
    reply: z.object({ message: z.string() }),
    errors: ['already_admin', 'role_in_use', 'suspended', 'invitations_full', 'no_mail_server', 'rate_limited'],
  }),
  withdraw: endpoint({
    method: 'DELETE',
    path: '/api/admin/invitations/:invitationId',
    access: 'admin',
    summary: 'Withdraw an open invitation: its links are not valid any more',
    params: z.object({ invitationId: Id }),
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: ['not_found'],
  }),
}

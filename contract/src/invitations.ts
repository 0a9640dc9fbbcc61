import { z } from 'zod'
import { accounts, Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Id, Instant, nameText } from './fields.ts'

/** As many invitations may be open at once. */
export const maxOpenInvitations = 100

/** The random part of a link: 32 bytes as base64url. It travels in bodies alone, never in an address that a server sees. */
const Token = z.string().regex(/^[\w-]{43}$/, 'This is not the whole link')

/** What the reader of a link is asked for next. */
export const invitationSteps = ['create', 'confirm'] as const

/** An invitation to become an admin that waits for its reader. */
export const AdminInvitation = z.object({
  _id: Id,
  email: z.string(),
  /** name of the admin who sent it; "" for the operator of the site */
  invitedBy: z.string(),
  createdAt: Instant,
  expiresAt: Instant,
  /** when the mail server took the mail; null while it has not */
  mailedAt: Instant.nullable(),
})
export type AdminInvitation = z.output<typeof AdminInvitation>

export const invitations = {
  read: endpoint({
    method: 'POST',
    path: '/api/auth/admin-invitation',
    access: 'public',
    summary: 'What a link to become an admin asks for; reading it does not use it up',
    body: z.object({ token: Token }),
    status: 200,
    reply: z.object({
      /** `create` asks for name and password, `confirm` for the password that was entered before */
      step: z.enum(invitationSteps),
      /** null where the link names no address: it has to be entered */
      email: z.string().nullable(),
      /** a mail follows, because this link alone does not prove the address */
      mailFollows: z.boolean(),
      expiresAt: Instant,
    }),
    errors: ['invitation_invalid', 'rate_limited'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/auth/admin-invitation/accept',
    access: 'public',
    summary: 'Become an admin by a mailed link; with a printed one, ask for the mail that proves the address',
    body: z.object({
      token: Token,
      /** needed at the step `create` */
      name: nameText(100, 'Name').optional(),
      /** needed where the link names no address */
      email: Email.optional(),
      password: accounts.resetPassword.body.shape.password,
    }),
    status: 200,
    reply: z.object({
      /** `mailed`: nothing has changed yet, the mail has to be opened */
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
    summary: 'Invite an address to become an admin, or again; the new link takes the place of an older one',
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

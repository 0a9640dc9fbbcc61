import { z } from 'zod'
import { endpoint, upload, uploadErrors } from '../endpoint.ts'
import { agreement } from '../site-pages.ts'
import { commonPasswords } from '../values/common-passwords.ts'
import {
  BooleanInput,
  Category,
  Id,
  Instant,
  LanguageTag,
  Level,
  nameText,
  Role,
  readVersion,
  text,
  Version,
} from '../values/fields.ts'
import { sentence } from '../values/sentence.ts'
import { maxImageBytes } from '../video/media.ts'

/** Password length (decisions, section 1). */
export const passwordLength = { min: 8, max: 256 } as const

/** Digits of a one-time code (specification, section 9). */
export const otpLength = 4

/** Maximum length of a bio in characters. */
export const maxBioLength = 2000

/** Roles that may be chosen with a Google account (decisions, section 1). */
export const googleRoles = ['student', 'educator'] as const

/** A browser in which the account is signed in. */
export const Session = z.object({
  _id: Id,
  /** `User-Agent` of the browser; may be "" */
  userAgent: z.string(),
  /** the network that it was opened from, without its last part: 203.0.113.x; "" for old ones */
  place: z.string(),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** the session of this request */
  current: z.boolean(),
})
export type Session = z.output<typeof Session>

const Message = z.object({ message: z.string() })

export const EnrolledCourse = z.object({
  _id: Id,
  title: z.string(),
  thumbnail: z.string(),
  category: Category.nullable(),
  level: Level.nullable(),
})
export type EnrolledCourse = z.output<typeof EnrolledCourse>

/** Maximum number of `enrolledCourses` of a user, the newest; a page of all is `learning.overview`. */
export const mostEnrolledCourses = 1000

/** The current user, as all specified endpoints return it. */
export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  description: z.string(),
  photoUrl: z.string(),
  /** the newest, at most `mostEnrolledCourses` */
  enrolledCourses: z.array(EnrolledCourse),
  /** educators only: whether the pages of their courses show the address */
  showEmail: z.boolean().optional(),
  /** of what `accounts.updateProfile` changes */
  version: Version,
})
export type User = z.output<typeof User>

/** The current user as our own pages know them: without the list of their courses, which may be long. */
export const Viewer = User.omit({ enrolledCourses: true }).extend({
  enrolledCount: z.number().int(),
  /** the course that they enrolled in last; null without one */
  latestCourseId: Id.nullable(),
  /** whether the account has a second factor; absent where it is made of a reply that does not say so */
  secondStep: z.boolean().optional(),
})
export type Viewer = z.output<typeof Viewer>

/** What signed-in users see of an educator; `email` is "" unless the educator shows it. Educators themselves and admins always see it. */
export const PublicUser = User.pick({
  _id: true,
  name: true,
  description: true,
  email: true,
  photoUrl: true,
  role: true,
})
export type PublicUser = z.output<typeof PublicUser>

/** The pattern of zod, with labels as long as the DNS has them, and top-level domains in other scripts ("xn--…"). */
const mailAddress =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/i

/** Returns a domain as mail servers know it: in ASCII letters, also where it is written in others; null for what is none. */
function domainInAscii(domain: string): string | null {
  if (/[^\p{L}\p{M}\p{N}.。．｡-]/u.test(domain.replaceAll(/\u200c|\u200d/g, ''))) return null
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return null
  }
}

const notAnAddress = sentence('Please enter a valid email address')
const notAscii = sentence('The part before the @ may have only the letters a to z, figures and signs such as . _ + -')
const noDomain = sentence('The part after the @ is no domain that can get mail')

/**
 * An email address, in the one form in which accounts have it: lower case, and the domain in ASCII letters ("xn--…" for one in another
 * script), so that the same address in two spellings is one account.
 */
export const Email = z
  .string()
  .trim()
  .max(254)
  .transform((value, context) => {
    const address = value.normalize('NFC')
    const at = address.lastIndexOf('@')
    const [local, domain] = [address.slice(0, Math.max(0, at)), address.slice(at + 1)]
    const refuse = (message: string) => {
      context.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    if (at < 0) return refuse(notAnAddress)
    // most mail servers still cannot deliver to such addresses: the account's codes would be lost
    if (/[^\x20-\x7e]/.test(local)) return refuse(notAscii)
    if (!/[^\x20-\x7e]/.test(domain)) return address
    const ascii = domainInAscii(domain)
    return ascii === null ? refuse(noDomain) : `${local}@${ascii}`
  })
  .pipe(z.email({ pattern: mailAddress, error: notAnAddress }).max(254))
  .transform((value) => value.toLowerCase())

const NewPassword = z
  .string()
  .min(passwordLength.min, sentence('A password needs at least 8 characters'))
  .max(passwordLength.max, sentence('A password may have at most 256 characters'))
  .refine((password) => !commonPasswords.has(password.trim().toLowerCase()), {
    message: sentence('This password is one of the first that anyone would try. Please choose another one.'),
  })

/** True when a password equals the address of its account. */
export const isAddressOf = (password: string, email: string): boolean =>
  password.trim().toLowerCase() === email.trim().toLowerCase()

export const addressAsPassword = 'A password must not be the email address. Please choose another one.'

/** Validation of all bodies with a new password and the address. */
const passwordIsNotAddress = [
  ({ email, password }: { email: string; password: string }) => !isAddressOf(password, email),
  { path: ['password'], message: addressAsPassword },
] satisfies [unknown, unknown]

export const accounts = {
  signup: endpoint({
    method: 'POST',
    path: '/api/auth/signup',
    access: 'public',
    summary: 'Open an account and sign in',
    body: z
      .object({
        name: nameText(100, 'Name'),
        email: Email,
        password: NewPassword,
        role: Role.default('student'),
        ...agreement,
      })
      .refine(...passwordIsNotAddress),
    status: 201,
    reply: User,
    errors: ['email_taken', 'admin_signup_closed', 'terms_changed', 'rate_limited', 'unavailable'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in with email and password',
    body: z.object({
      email: Email,
      password: z.string().min(1, sentence('Password is required')).max(passwordLength.max),
    }),
    status: 200,
    reply: User,
    errors: ['wrong_credentials', 'second_step_needed', 'suspended', 'rate_limited', 'unavailable'],
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/auth/logout',
    access: 'public',
    changesState: true,
    summary: 'End the session of this browser; no error without one',
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: [],
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/user/current',
    access: 'signedIn',
    summary: 'The signed-in user with the newest 1,000 enrolled courses',
    status: 200,
    reply: z.object({ user: User }),
    errors: [],
  }),
  viewer: endpoint({
    method: 'GET',
    path: '/api/user/viewer',
    access: 'signedIn',
    summary: 'The signed-in user with the number of their courses instead of the courses',
    status: 200,
    reply: z.object({ user: Viewer, language: LanguageTag.nullable().describe('that the account has chosen') }),
    errors: [],
  }),
  setLanguage: endpoint({
    method: 'POST',
    path: '/api/language',
    access: 'public',
    summary: 'Choose the language of this browser and, for those who are signed in, of their account and its mails',
    body: z.object({ language: LanguageTag }),
    status: 200,
    reply: Message,
    errors: [],
  }),
  sendOtp: endpoint({
    method: 'POST',
    path: '/api/auth/sendotp',
    access: 'public',
    summary: 'Mail a 4-digit code to an address that has an account; the reply is the same for one that has none',
    body: z.object({ email: Email }),
    status: 200,
    reply: Message,
    errors: ['rate_limited'],
  }),
  verifyOtp: endpoint({
    method: 'POST',
    path: '/api/auth/verifyotp',
    access: 'public',
    summary:
      'Verify the mailed code in the browser that requested it, which may then set a new password once within 10 minutes',
    // anything but a code is refused like a wrong code
    body: z.object({ email: Email, otp: z.unknown().optional() }),
    status: 200,
    reply: Message,
    errors: ['wrong_code', 'rate_limited'],
  }),
  verifyResetLink: endpoint({
    method: 'POST',
    path: '/api/auth/verifylink',
    access: 'public',
    summary: 'Verify the link of the mail instead of its code, in any browser; returns the address of the link',
    body: z.object({ token: z.unknown().optional() }),
    status: 200,
    reply: Message.extend({ email: z.string() }),
    errors: ['wrong_link', 'rate_limited'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/api/auth/resetpassword',
    access: 'public',
    summary: 'Set a new password in the browser that verified the code or the link; ends every session of the account',
    body: z.object({ email: Email, password: NewPassword }).refine(...passwordIsNotAddress),
    status: 200,
    reply: Message,
    errors: ['code_not_verified', 'suspended', 'rate_limited', 'unavailable'],
  }),
  googleConsent: endpoint({
    method: 'GET',
    path: '/api/auth/google/consent',
    access: 'public',
    summary:
      'The URL to sign in with Google; the caller adds redirect_uri and scope. A cookie binds the sign-in to the browser for 10 minutes',
    status: 200,
    reply: z.object({
      /** authorization endpoint of the provider with state, nonce and code_challenge of this sign-in */
      authorizationUrl: z.url(),
      clientId: z.string(),
      /** the provider returns it with the code */
      state: z.string(),
    }),
    errors: ['google_unavailable'],
  }),
  googleToken: endpoint({
    method: 'POST',
    path: '/api/auth/google/token',
    access: 'public',
    summary: 'Sign in with the code of Google; opens an account for a verified address without one',
    body: z.object({
      code: z.string().min(1, sentence('No authorization code received')).max(2048),
      redirect_uri: z.string().max(2048),
      role: z.enum(googleRoles).default('student').catch('student'),
      /** state that the provider returned with the code; checked if it is given */
      state: z.string().max(200).optional(),
      ...agreement,
    }),
    status: 200,
    reply: z.object({ user: User }),
    errors: [
      'google_failed',
      'google_unavailable',
      'google_email_unverified',
      'second_step_needed',
      'suspended',
      'terms_changed',
      'foreign_redirect',
      'rate_limited',
    ],
  }),
  updateProfile: upload({
    method: 'POST',
    path: '/api/user/updateprofile',
    access: 'signedIn',
    summary: 'Change name, bio and photo of the current user; fields that are not sent stay unchanged',
    body: z.object({
      name: nameText(100, 'Name').optional(),
      description: text(maxBioLength).optional(),
      showEmail: BooleanInput.optional(),
      ...readVersion,
    }),
    files: { photoUrl: { kind: 'image', maxBytes: maxImageBytes } },
    status: 200,
    reply: User,
    errors: ['changed_elsewhere', ...uploadErrors],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/user/changepassword',
    access: 'signedIn',
    summary: 'Set another password; ends all other sessions of the account',
    body: z.object({
      /** not needed where the session was confirmed a moment ago */
      current: z.string().max(passwordLength.max).optional(),
      password: NewPassword,
    }),
    status: 200,
    reply: Message,
    errors: ['wrong_password', 'rate_limited', 'unavailable'],
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/api/user/sessions',
    access: 'signedIn',
    summary: 'The sessions of the current user: this one first, then the most recently used',
    status: 200,
    reply: z.object({ sessions: z.array(Session) }),
    errors: [],
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions/:sessionId',
    access: 'signedIn',
    summary: 'End one of the sessions of the current user',
    params: z.object({ sessionId: Id }),
    status: 200,
    reply: Message,
    errors: ['not_found'],
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/user/sessions',
    access: 'signedIn',
    summary: 'End all other sessions of the current user',
    status: 200,
    reply: Message,
    errors: [],
  }),
}

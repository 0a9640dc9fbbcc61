import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Category, Id, Level, Role, requiredText } from './fields.ts'

/** Password length (decisions, section 1). */
export const passwordLength = { min: 8, max: 256 } as const

export const EnrolledCourse = z.object({
  _id: Id,
  title: z.string(),
  thumbnail: z.string(),
  category: Category.nullable(),
  level: Level.nullable(),
})
export type EnrolledCourse = z.output<typeof EnrolledCourse>

/** The signed-in user as he sees himself: the one shape of every call that answers a user. */
export const User = z.object({
  _id: Id,
  name: z.string(),
  email: z.string(),
  role: Role,
  description: z.string(),
  photoUrl: z.string(),
  enrolledCourses: z.array(EnrolledCourse),
})
export type User = z.output<typeof User>

/** What anybody signed in may know about an educator. */
export const PublicUser = User.pick({
  _id: true,
  name: true,
  description: true,
  email: true,
  photoUrl: true,
  role: true,
})
export type PublicUser = z.output<typeof PublicUser>

export const Email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email('Please enter a valid email address'))
  .transform((value) => value.toLowerCase())

const NewPassword = z
  .string()
  .min(passwordLength.min, 'A password needs at least 8 characters')
  .max(passwordLength.max, 'A password may have at most 256 characters')

export const accounts = {
  signup: endpoint({
    method: 'POST',
    path: '/api/auth/signup',
    access: 'public',
    summary: 'Open an account and sign in',
    body: z.object({
      name: requiredText(100, 'Name'),
      email: Email,
      password: NewPassword,
      role: Role.default('student'),
    }),
    status: 201,
    reply: User,
    errors: ['email_taken', 'admin_signup_closed', 'rate_limited'],
  }),
  login: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Sign in with email and password',
    body: z.object({ email: Email, password: z.string().min(1, 'Password is required').max(passwordLength.max) }),
    status: 200,
    reply: User,
    errors: ['wrong_credentials', 'rate_limited'],
  }),
  logout: endpoint({
    method: 'GET',
    path: '/api/auth/logout',
    access: 'public',
    summary: 'End the session of this browser; no error without one',
    status: 200,
    reply: z.object({ message: z.string() }),
    errors: [],
  }),
  current: endpoint({
    method: 'GET',
    path: '/api/user/current',
    access: 'signedIn',
    summary: 'The signed-in user',
    status: 200,
    reply: z.object({ user: User }),
    errors: [],
  }),
}

import {
  type EnrolledCourse,
  imagePath,
  type PublicUser,
  type Session,
  type User,
  type Viewer,
} from '@virtual-courses/contract'
import { versionOf } from '#core/read-version.ts'
import type { UserRow } from '#db/schema.ts'
import type { EnrolledCourseRow } from './queries.ts'
import type { SessionRow } from './sessions/session-queries.ts'

/** Path of a photo, or "" without one. */
export const photoUrlOf = (photoId: string | null): string => (photoId === null ? '' : imagePath(photoId, 320, 'webp'))

/** What signed-in users see of another user; the email address only with `withEmail`. */
export const presentPublicUser = (user: UserRow, withEmail: boolean): PublicUser => ({
  _id: user.id,
  name: user.name,
  description: user.description,
  // the placeholder address of a deleted user is never shown
  email: withEmail && user.deleted_at === null ? user.email : '',
  photoUrl: photoUrlOf(user.photo_id),
  role: user.role,
})

export const presentEnrolledCourse = (course: EnrolledCourseRow): EnrolledCourse => ({
  _id: course.id,
  title: course.title,
  thumbnail: course.thumbnail_id === null ? '' : imagePath(course.thumbnail_id, 640, 'webp'),
  category: course.category,
  level: course.level,
})

/** Version of what `accounts.updateProfile` changes. */
export const profileVersion = (user: UserRow): string =>
  versionOf([user.name, user.description, user.show_email, user.photo_id])

const presentOwnFields = (user: UserRow) => ({
  ...presentPublicUser(user, true),
  version: profileVersion(user),
  ...(user.role === 'educator' && { showEmail: user.show_email }),
})

/** The user as our own pages know them. */
export const presentViewer = (user: UserRow, enrolled: { count: number; latestCourseId: string | null }): Viewer => ({
  ...presentOwnFields(user),
  enrolledCount: enrolled.count,
  latestCourseId: enrolled.latestCourseId,
  secondStep: user.factor_since !== null,
})

/** The user as they see themselves. */
export const presentUser = (user: UserRow, enrolled: readonly EnrolledCourseRow[]): User => ({
  ...presentOwnFields(user),
  enrolledCourses: enrolled.map(presentEnrolledCourse),
})

/** A user's sessions, the current one first. */
export const presentSessions = (sessions: readonly SessionRow[], currentId: string): Session[] =>
  sessions
    .map((session) => ({
      _id: session.id,
      userAgent: session.user_agent,
      place: session.place,
      createdAt: session.created_at.toISOString(),
      lastSeenAt: session.renewed_at.toISOString(),
      current: session.id === currentId,
    }))
    .sort((one, other) => Number(other.current) - Number(one.current))

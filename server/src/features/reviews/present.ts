import type { Review } from '@virtual-courses/contract'
import { photoUrlOf } from '../accounts/index.ts'
import type { ReviewRow } from './queries.ts'

/** Names its author by name, photo and role, never by id. */
export const presentReview = (row: ReviewRow): Review => ({
  _id: row.id,
  rating: row.rating,
  comment: row.comment,
  courseId: row.course_id,
  user: { name: row.name, photoUrl: photoUrlOf(row.photo_id), role: row.role },
  createdAt: row.created_at.toISOString(),
})

import type { Category, Course } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { newId } from '#core/new-id.ts'
import { getCourse } from './get-course.ts'
import { insertCourse } from './queries.ts'

/** Starts a draft, which no one but its creator and admins can see. Throws rate_limited. */
export async function createCourse(
  deps: Pick<FeatureDeps, 'db' | 'clock' | 'limits'>,
  viewer: CurrentUser,
  { title, category }: { title: string; category: Category },
): Promise<Course> {
  await deps.limits.newCourses.consume(viewer.id)
  const id = newId()
  const now = deps.clock.now()
  await insertCourse(deps.db, {
    id,
    creator_id: viewer.id,
    title,
    category,
    level: null,
    price_paise: null,
    thumbnail_id: null,
    created_at: now,
    updated_at: now,
  })
  return getCourse(deps, id, viewer)
}

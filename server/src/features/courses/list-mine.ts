import type { CreatorCourse } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { presentCourse } from './present.ts'
import { findCoursesOf } from './queries.ts'

/** The courses that an educator made, newest first, drafts too; nothing for anybody else. */
export async function listMine({ db }: Pick<FeatureDeps, 'db'>, viewer: CurrentUser): Promise<CreatorCourse[]> {
  if (viewer.role !== 'educator') return []
  const rows = await findCoursesOf(db, viewer.id)
  return rows.map((row) => ({ ...presentCourse(row), enrolledStudents: row.students }))
}

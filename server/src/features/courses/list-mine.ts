import type { CreatorCourse } from '@virtual-courses/contract'
import type { Viewer } from '#http/viewer.ts'
import type { FeatureDeps } from '../deps.ts'
import { presentCourse } from './present.ts'
import { findCoursesOf } from './queries.ts'

/** The courses that an educator made, newest first, drafts too; nothing for anybody else. */
export async function listMine({ db }: Pick<FeatureDeps, 'db'>, viewer: Viewer): Promise<CreatorCourse[]> {
  if (viewer.role !== 'educator') return []
  const rows = await findCoursesOf(db, viewer.id)
  return rows.map((row) => ({ ...presentCourse(row), enrolledStudents: row.students }))
}

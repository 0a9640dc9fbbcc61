import type { LectureProgress } from '@virtual-courses/contract'
import type { SavedProgress } from './queries.ts'

export const presentProgress = (lectureId: string, row: SavedProgress): LectureProgress => ({
  lectureId,
  seconds: row.seconds,
  completed: row.completed_at !== null,
  updatedAt: row.updated_at.toISOString(),
})

import type { LectureProgress } from '@virtual-courses/contract'
import type { SavedProgress } from './queries.ts'
import type { LectureState } from './rules.ts'

export const presentProgress = (lectureId: string, row: SavedProgress): LectureProgress => ({
  lectureId,
  seconds: row.seconds,
  completed: row.completed_at !== null,
  updatedAt: row.updated_at.toISOString(),
})

type StateRow = { id: string; completed_at: Date | null; watched_at: Date | null }

export const lectureState = (row: StateRow): LectureState => ({
  id: row.id,
  completed: row.completed_at !== null,
  watchedAt: row.watched_at,
})

import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { SearchTurn } from '#ports/search-index.ts'
import { findPassages, isStillThere, listPassages, type Passage } from '../passages/index.ts'

export type { Passage }

/** What the tutor reads: passages that the viewer may play at this moment. */
export type Passages = {
  find(question: string, limit: number): Promise<{ passages: Passage[]; isAnswered: boolean; readAs: string | null }>
  /** of the whole lecture, in order; captions in this language where there are such */
  ofLecture(lectureId: string, language: string): Promise<Passage[]>
  /** whether the viewer may still play it, and it is still there */
  isThere(passage: Passage): Promise<boolean>
}

/** Opens the passages of a course to a viewer. Each call decides access again. */
export function openPassages(
  deps: FeatureDeps,
  { viewer, courseId, turn }: { viewer: Pick<CurrentUser, 'id' | 'role'>; courseId: string; turn: SearchTurn },
): Passages {
  return {
    find: (question, limit) => findPassages(deps, { viewer, question, courseId, limit, turn }),
    ofLecture: (lectureId, language) => listPassages(deps, { viewer, lectureId, language }),
    isThere: (passage) => isStillThere(deps, viewer, passage),
  }
}

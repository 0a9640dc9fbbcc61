import type { CurrentUser } from '#core/current-user.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { findPassages, listPassages, type Passage } from '../passages/index.ts'

export type { Passage }

/** What the tutor reads: passages that the viewer may play at this moment. */
export type Passages = {
  find(question: string, limit: number): Promise<{ passages: Passage[]; isAnswered: boolean; readAs: string | null }>
  /** of the whole lecture, in order */
  ofLecture(lectureId: string): Promise<Passage[]>
  /** whether the viewer may still play it, and it is still there */
  isThere(passage: Passage): Promise<boolean>
}

/** Opens the passages of a course to a viewer. Access is decided anew by each call. */
export function openPassages(
  deps: FeatureDeps,
  { viewer, courseId, lectureId }: { viewer: CurrentUser; courseId: string; lectureId?: string | undefined },
): Passages {
  return {
    find: (question, limit) => findPassages(deps, { viewer, question, courseId, limit }),
    ofLecture: (id) => listPassages(deps, { viewer, lectureId: id }),
    isThere: async ({ id, lectureId: of }) =>
      (await listPassages(deps, { viewer, lectureId: of })).some((one) => one.id === id),
  }
}

import type { Lecture, Viewer } from '@virtual-courses/contract'

type Watcher = { user: Pick<Viewer, '_id' | 'role'>; enrolled: boolean }

/** Returns whether the server plays every lecture of a course to this user. */
export const mayWatchAll = (course: { creator: string }, { user, enrolled }: Watcher): boolean =>
  enrolled || course.creator === user._id || user.role === 'admin'

/** Returns whether the server plays a lecture to this user; anyone may watch a free preview. */
export const mayWatch = (
  lecture: Pick<Lecture, 'isPreviewFree'>,
  course: { creator: string },
  watcher: Watcher,
): boolean => lecture.isPreviewFree || mayWatchAll(course, watcher)

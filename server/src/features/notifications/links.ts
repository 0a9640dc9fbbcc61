/** The pages that notifications lead to (specification, section 2). */
export const coursePage = (courseId: string): string => `/viewcourse/${encodeURIComponent(courseId)}`

/** The player of a course, at a lecture when one is named. */
export const playerPage = (courseId: string, lectureId?: string): string =>
  `/viewlecture/${encodeURIComponent(courseId)}${lectureId === undefined ? '' : `?lecture=${encodeURIComponent(lectureId)}`}`

export const livePage = (lectureId: string): string => `/live/${encodeURIComponent(lectureId)}`

/** Names of what happened: no one is told twice under one of them. They stand in databases and never change. */
export const enrolledKey = (courseId: string): string => `enrolled ${courseId}`

export const enrolmentKey = (courseId: string, studentId: string): string => `enrolment ${courseId} ${studentId}`

export const lectureKey = (lectureId: string): string => `lecture ${lectureId}`

export const sessionKey = (lectureId: string, startTime: Date): string =>
  `session ${lectureId} ${startTime.toISOString()}`

/** `startedAt` tells one session of a lecture from the next. */
export const liveKey = (lectureId: string, startedAt: string): string => `live ${lectureId} ${startedAt}`

export const reviewKey = (reviewId: string): string => `review ${reviewId}`

export const refundKey = (paymentId: string): string => `refund ${paymentId}`

/** `change` tells one drop of a price from the next. */
export const priceKey = (change: string): string => `price ${change}`

/** What notifications of often repeated events are collapsed by. */
export const lecturesTopic = (courseId: string): string => `lectures ${courseId}`
export const sessionsTopic = (courseId: string): string => `sessions ${courseId}`
export const liveTopic = (courseId: string): string => `live ${courseId}`
export const priceTopic = (courseId: string): string => `price ${courseId}`

/** `change` tells one time that a course is taken off the list or brought back from the next. */
export const listingKey = (change: string): string => `listing ${change}`

export const reviewRemovalKey = (reviewId: string): string => `review-removal ${reviewId}`

/** Keys of events: no user is notified twice under one key. They are stored and never change. */
export const enrolledKey = (courseId: string): string => `enrolled ${courseId}`

export const enrolmentKey = (courseId: string, studentId: string): string => `enrolment ${courseId} ${studentId}`

export const lectureKey = (lectureId: string): string => `lecture ${lectureId}`

export const sessionKey = (lectureId: string, startTime: Date): string =>
  `session ${lectureId} ${startTime.toISOString()}`

/** Of the reminder before a session. */
export const soonKey = (lectureId: string, startTime: Date): string => `soon ${lectureId} ${startTime.toISOString()}`

/** `startedAt` distinguishes the sessions of a lecture. */
export const liveKey = (lectureId: string, startedAt: string): string => `live ${lectureId} ${startedAt}`

/** Of a student's review of a course, however often they delete and write it again. */
export const reviewKey = (courseId: string, studentId: string): string => `review ${courseId} ${studentId}`

/** `attempt` distinguishes the times that an answer is handed in. */
export const answerKey = (answerId: string, attempt: number): string => `answer ${answerId} ${attempt}`
export const markedKey = (answerId: string, attempt: number, outcome: string): string =>
  `marked-answer ${answerId} ${attempt} ${outcome}`

export const markCorrectionKey = (correctionId: string): string => `mark-correction ${correctionId}`
export const usedAttemptsKey = (attemptId: string): string => `used-attempts ${attemptId}`
/** `change` distinguishes the times that a student is given attempts, or lectures before their time. */
export const givenAttemptsKey = (change: string): string => `given-attempts ${change}`
export const openedKey = (change: string): string => `lectures-opened ${change}`
export const marksSetKey = (batch: string, userId: string): string => `marks-set ${batch} ${userId}`
export const certificateKey = (serial: string): string => `certificate ${serial}`
export const withdrawnCertificateKey = (serial: string): string => `certificate-withdrawn ${serial}`

export const replyKey = (reviewId: string): string => `review-reply ${reviewId}`

/** `change` distinguishes the times that an attempt is marked again. */
export const quizMarksKey = (attemptId: string, change: string): string => `quiz-marks ${attemptId} ${change}`

export const refundKey = (paymentId: string): string => `refund ${paymentId}`

/** The first attempt has the key of earlier versions. */
export const refundDelayKey = (refundId: string, attempt: number): string =>
  `refund-delay ${refundId}${attempt === 1 ? '' : ` ${attempt}`}`
export const refundFailureKey = (refundId: string, attempt: number): string => `refund-failure ${refundId} ${attempt}`

export const payoutKey = (payoutId: string): string => `payout ${payoutId}`

export const payoutReturnKey = (payoutId: string): string => `payout-return ${payoutId}`

/** `change` distinguishes the price drops of a course. */
export const priceKey = (change: string): string => `price ${change}`

/** Topics, by which notifications of frequent events are collapsed. */
export const lecturesTopic = (courseId: string): string => `lectures ${courseId}`
export const sessionsTopic = (courseId: string): string => `sessions ${courseId}`
export const soonTopic = (courseId: string): string => `soon ${courseId}`
export const liveTopic = (courseId: string): string => `live ${courseId}`
export const answersTopic = (lectureId: string): string => `answers ${lectureId}`
export const usedAttemptsTopic = (lectureId: string): string => `used-attempts ${lectureId}`
export const priceTopic = (courseId: string): string => `price ${courseId}`

/** `change` distinguishes the times that a course is unlisted or relisted. */
export const listingKey = (change: string): string => `listing ${change}`

/** `change` distinguishes the times that an admin is removed. */
export const adminRemovalKey = (change: string): string => `admin-removal ${change}`

/** A review that was put back may be removed again, which `change` distinguishes; older jobs have none. */
export const reviewRemovalKey = (reviewId: string, change?: string): string =>
  `review-removal ${reviewId}${change === undefined ? '' : ` ${change}`}`
export const reviewReturnKey = (change: string): string => `review-return ${change}`

export const questionKey = (questionId: string): string => `question ${questionId}`
export const questionAnswerKey = (answerId: string): string => `question-answer ${answerId}`
export const questionSolvedKey = (answerId: string): string => `question-solved ${answerId}`
/** `change` distinguishes the times that a post is hidden and shown again. */
export const hiddenPostKey = (change: string): string => `post-hidden ${change}`
export const restoredPostKey = (change: string): string => `post-restored ${change}`
export const questionsTopic = (courseId: string): string => `questions ${courseId}`
export const questionAnswersTopic = (questionId: string): string => `question-answers ${questionId}`
/** Of a daily mail; `until` is the end of the time that it covers. */
export const digestKey = (which: string, until: string): string => `${which} ${until}`

export const announcementKey = (announcementId: string): string => `announcement ${announcementId}`
export const announcementRemovalKey = (announcementId: string): string => `announcement-removal ${announcementId}`

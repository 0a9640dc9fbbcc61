import type { Attempt, RateLimitStore } from '#ports/rate-limit-store.ts'
import { DomainError } from '../domain-error.ts'
import type { Sentence } from '../languages/language.ts'
import { isInTransaction } from '../transact.ts'

/** Limits attempts by key. An attempt is consumed before its outcome is known, so that parallel attempts cannot exceed the limit. */
export type Limit = {
  /** Consumes one attempt. Throws `rate_limited`, with the seconds to wait, when none is left. */
  consume(key: string): Promise<void>
  /** Gives back a consumed attempt that does not count. */
  restore(key: string): Promise<void>
  /** Resets the key. */
  clear(key: string): Promise<void>
  /** Where the limit is counted, and what an attempt of a key counts there; `consumeAll` joins several limits. */
  readonly store: RateLimitStore
  attemptsOf(key: string): readonly Attempt[]
}

export type Limits = {
  /** failed logins, by client and address */
  loginFailures: Limit
  /** failed logins of a client, over all addresses */
  loginsByClient: Limit
  /** failed logins to an address, over all clients except browsers that the account knows */
  loginsByAccount: Limit
  /** failed logins of a browser that has signed in to the account before */
  loginsByBrowser: Limit
  signups: Limit
  orders: Limit
  /** orders that are opened at the payment provider; of a client over all users */
  newOrders: Limit
  newOrdersByClient: Limit
  /** coupon codes that did not work or belong to others: by user, or by client for visitors, and by client over all users */
  couponTries: Limit
  couponTriesByClient: Limit
  /** new coupons, and changes of bundles, of an educator or an admin */
  offerEdits: Limit
  /** publications of the site's pages by an admin */
  pageEdits: Limit
  /** mails with one-time codes */
  codesByClient: Limit
  codesByClientAndAddress: Limit
  codeGuesses: Limit
  /** wrong codes for an address, over all browsers except those that the account knows */
  wrongCodes: Limit
  linkGuesses: Limit
  resets: Limit
  /** changes of the address and codes for them: by account, by the address that gets the mail, and by client */
  accountCodes: Limit
  accountCodesByClient: Limit
  /** codes that a signed-in account types */
  accountCodeGuesses: Limit
  /** codes of authenticator apps: by browser where the account knows it, by account for all others, and of confirmations by account */
  appCodes: Limit
  /** answers of passkeys, and recovery codes, by client: neither can be guessed */
  passkeyAnswers: Limit
  recoveryCodeTries: Limit
  /** changes of second factors */
  factorChanges: Limit
  /** mails about new browsers to a user */
  deviceMails: Limit
  /** changes of bank details */
  bankDetails: Limit
  /** changes of notification settings, and links in mails that end them */
  notificationSettings: Limit
  unsubscribes: Limit
  providerSignIns: Limit
  /** starts of live sessions and changes of their times: students are notified of each */
  liveChanges: Limit
  /** entries into live rooms */
  liveJoins: Limit
  /** connections of sockets: each costs a database query */
  connectsByClient: Limit
  connectsByUser: Limit
  /** searches of a user, or of a visitor's address */
  searches: Limit
  /** searches and lists of similar courses of a client address, over all users */
  searchesByClient: Limit
  /** suggestions while people type, of a client address; those that are remembered do not count */
  suggestions: Limit
  /** searches that a language model reads */
  readings: Limit
  /** messages to the assistant */
  chats: Limit
  /** changes by educators, and reviews of a student: each of them invalidates cached lists */
  newCourses: Limit
  courseEdits: Limit
  newLectures: Limit
  /** changes of lectures, with a video or without */
  lectureEdits: Limit
  /** parts of resumable uploads, and questions for their state */
  uploadParts: Limit
  /** changes of sections and of the order of lectures */
  outlines: Limit
  /** drafts of forms, which are stored while someone types */
  drafts: Limit
  /** notes, which are saved while someone types */
  notes: Limit
  /** texts of answers, which are saved while someone types, and files that are removed from them */
  answers: Limit
  /** answers that are handed in or withdrawn: educators are notified */
  handIns: Limit
  /** files that a student adds to answers */
  answerFiles: Limit
  /** answers that an educator marks: students are notified */
  marks: Limit
  /** searches of the own notes */
  noteSearches: Limit
  /** new and ended addresses of a user's calendar */
  calendarAddresses: Limit
  /** reads of calendars by programs, of one client */
  calendarFeeds: Limit
  /** changes of questions and settings of quizzes, and of marks */
  quizEdits: Limit
  /** begins of attempts */
  quizBegins: Limit
  /** answers of an attempt, which are saved while someone types, and its end */
  quizAnswers: Limit
  /** questions that are asked, and answers */
  questionAsks: Limit
  questionAnswers: Limit
  /** changes and deletions of own questions and answers, and accepted answers */
  questionEdits: Limit
  /** votes, and followed questions */
  questionVotes: Limit
  questionReports: Limit
  /** searches in questions, and similar ones while someone types */
  questionSearches: Limit
  /** looking at certificates and at what says whether they count, by client */
  certificateChecks: Limit
  /** files of certificates, by client */
  certificateFiles: Limit
  /** certificates that a user asks for, corrects or withdraws */
  certificateChanges: Limit
  captions: Limit
  chapters: Limit
  /** starts of automatic captions */
  transcriptions: Limit
  /** files that an educator adds to lectures */
  attachments: Limit
  reviews: Limit
  /** tables of students that an educator downloads */
  exports: Limit
  /** acts of an admin on many rows, and their undoing */
  bulkActs: Limit
  /** reports of what a viewer watched */
  watchedReports: Limit
  /** statements that an educator downloads */
  statements: Limit
  /** replies of an educator to reviews */
  reviewReplies: Limit
  /** reports of reviews */
  reviewReports: Limit
  /** copies of courses */
  copies: Limit
  /** openings of links to become an admin */
  invitationTries: Limit
  /** invitations that an admin sends */
  invitations: Limit
  /** tests of language model settings */
  modelTests: Limit
}

/**
 * Consumes one attempt of each limit, or none when one of them is full; `message` replaces the default sentence. Returns a function that
 * restores all of them. The limits are counted in one store. Throws `rate_limited`.
 */
export async function consumeAll(wanted: readonly [Wanted, ...Wanted[]]): Promise<() => Promise<void>> {
  if (isInTransaction()) throw new Error('A limit is consumed before the transaction, see withAttempt')
  const [[{ store }]] = wanted
  const attempts = wanted.flatMap(([limit, key, message]) =>
    limit.attemptsOf(key).map((attempt) => ({ ...attempt, message })),
  )
  const full = await store.consume(attempts)
  if (full) {
    const message = attempts[full.index]?.message
    const retryAfterSeconds = Math.ceil(full.waitMs / 1000)
    throw new DomainError('rate_limited', { retryAfterSeconds, ...(message !== undefined && { message }) })
  }
  return () => store.restore(attempts)
}

type Wanted = readonly [Limit, key: string, message?: Sentence]

/**
 * Runs `work`, such as a transaction, with an attempt that was consumed before, so that locked rows do not wait for a remote store. `work`
 * calls `use` where the attempt begins to count; `use` throws `rate_limited` when none was left. Unused attempts, and those of failed work,
 * are given back. Several limits are used together.
 */
export async function withAttempt<T>(
  wanted: readonly [Wanted, ...Wanted[]],
  work: (use: () => void) => Promise<T>,
): Promise<T> {
  let limited: unknown = null
  const restore = await consumeAll(wanted).catch((error: unknown) => {
    limited = error
    return null
  })
  let done = false
  let used = false
  const use = (): void => {
    if (limited !== null) throw limited
    used = true
  }
  try {
    const result = await work(use)
    done = true
    return result
  } finally {
    if (restore && !(done && used)) await restore()
  }
}

const quarter = 15 * 60
const day = 24 * 3600

/** Attempts in a number of seconds. */
type Window = readonly [points: number, seconds: number]

/** The windows of each limit; an attempt counts in all of them. */
const windows: Readonly<Record<keyof Limits, readonly Window[]>> = {
  loginFailures: [[10, 300]],
  // many users of a school share one address
  loginsByClient: [
    [100, 600],
    [1000, day],
  ],
  // When others use it up, the owner can log in with a known browser or a new password.
  loginsByAccount: [[100, 3600]],
  loginsByBrowser: [[10, 300]],
  signups: [[300, 600]],
  orders: [[60, 60]],
  newOrders: [
    [20, 600],
    [60, day],
  ],
  // a class may buy the same course in one lesson
  newOrdersByClient: [
    [100, 600],
    [600, day],
  ],
  couponTries: [
    [20, 600],
    [100, day],
  ],
  couponTriesByClient: [
    [120, 600],
    [1000, day],
  ],
  offerEdits: [[60, 600]],
  pageEdits: [[60, 3600]],
  codesByClient: [[40, quarter]],
  codesByClientAndAddress: [
    [5, quarter],
    [10, day],
  ],
  // Four digits: all clients together have one chance in 200 a day for one account. The link in the mail still works.
  wrongCodes: [[50, day]],
  linkGuesses: [[60, quarter]],
  // A client that guesses for many accounts has one chance in 66 a day.
  codeGuesses: [
    [60, quarter],
    [150, day],
  ],
  resets: [[60, quarter]],
  accountCodes: [
    [5, 3600],
    [10, day],
  ],
  accountCodesByClient: [
    [40, 3600],
    [200, day],
  ],
  // Six digits: with five tries for each of ten codes a day, one chance in 20,000; this only keeps floods from the database.
  accountCodeGuesses: [[20, quarter]],
  // Three of a million codes are right at a time: 50 tries are one chance in 6,600 a day for someone who knows the password, in all new
  // browsers together. Only browsers that have taken the second step since the account has one have tries of their own.
  appCodes: [
    [10, quarter],
    [50, day],
  ],
  passkeyAnswers: [[200, 600]],
  recoveryCodeTries: [[60, quarter]],
  factorChanges: [[60, 3600]],
  deviceMails: [
    [5, 3600],
    [10, day],
  ],
  // the owner gets a mail for each
  bankDetails: [[10, 3600]],
  notificationSettings: [[120, 60]],
  // mail providers send the requests of many users from one address
  unsubscribes: [[1000, 60]],
  providerSignIns: [[100, 600]],
  liveChanges: [[30, 600]],
  liveJoins: [[30, 60]],
  // all users of a school behind one address reconnect at once after a restart
  connectsByClient: [[1000, 60]],
  connectsByUser: [[120, 60]],
  newCourses: [[60, 600]],
  courseEdits: [
    [120, 60],
    [600, 3600],
  ],
  newLectures: [[250, 600]],
  // a course of 200 lectures, each with its video, fits
  lectureEdits: [
    [120, 60],
    [1200, 3600],
  ],
  // five a second: with the parts that browsers send, 300 MB a second
  uploadParts: [[300, 60]],
  outlines: [[300, 600]],
  // one each two seconds in two tabs
  drafts: [[120, 60]],
  // one each second in three tabs
  notes: [[180, 60]],
  answers: [[180, 60]],
  handIns: [
    [30, 600],
    [100, day],
  ],
  answerFiles: [[60, 600]],
  marks: [[240, 600]],
  noteSearches: [[120, 60]],
  calendarAddresses: [[20, 3600]],
  // one server of a calendar service reads for many users
  calendarFeeds: [[600, 60]],
  quizEdits: [[600, 600]],
  quizBegins: [
    [10, 60],
    [60, 3600],
  ],
  // one each second in four tabs
  quizAnswers: [[240, 60]],
  questionAsks: [
    [10, 600],
    [30, day],
  ],
  questionAnswers: [[60, 3600]],
  questionEdits: [[60, 600]],
  questionVotes: [[120, 600]],
  questionReports: [[20, 3600]],
  // one each second while two people type
  questionSearches: [[120, 60]],
  // an office that checks a pile of them fits; a guess at a number is right once in 10^24
  certificateChecks: [[300, 60]],
  certificateFiles: [[60, 60]],
  certificateChanges: [[60, 3600]],
  captions: [[100, 600]],
  chapters: [[100, 600]],
  transcriptions: [[20, 3600]],
  attachments: [[100, 600]],
  reviews: [[30, 600]],
  reviewReplies: [[60, 600]],
  reviewReports: [
    [20, 600],
    [60, day],
  ],
  copies: [[30, 600]],
  chats: [
    [20, 60],
    [300, day],
  ],
  // The search page sends one for each Enter key: a fast reader stays far below.
  searches: [
    [30, 10],
    [60, 60],
  ],
  searchesByClient: [[600, 60]],
  // A fast writer asks two or three times a second, and a class shares an address.
  suggestions: [[900, 60]],
  // all users share the daily answers of the model
  readings: [
    [10, 60],
    [100, day],
  ],
  invitationTries: [[30, 600]],
  invitations: [[30, 3600]],
  modelTests: [[10, 60]],
  // A player sends two a minute, and one after each pause; several devices share them.
  watchedReports: [[120, 60]],
  exports: [[20, 3600]],
  bulkActs: [[60, 600]],
  statements: [[120, 3600]],
}

/** Creates the limits, counted in a store. */
export function createLimits(store: RateLimitStore): Limits {
  const limitOf = (name: string, all: readonly Window[]): Limit => {
    const own = all.map(([points, seconds]) => ({ name: `${name}:${seconds}`, points, seconds }))
    const attemptsOf = (key: string) => own.map((window) => ({ window, key }))
    const limit: Limit = {
      store,
      attemptsOf,
      consume: async (key) => void (await consumeAll([[limit, key]])),
      restore: (key) => store.restore(attemptsOf(key)),
      clear: (key) => store.clear(attemptsOf(key)),
    }
    return limit
  }
  return Object.fromEntries(Object.entries(windows).map(([name, all]) => [name, limitOf(name, all)])) as Limits // the keys of `windows` are those of Limits
}

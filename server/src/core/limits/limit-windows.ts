const quarter = 15 * 60
const day = 24 * 3600

/** Attempts in a number of seconds. */
export type Window = readonly [points: number, seconds: number]

/** The windows of each limit; an attempt counts in all of them. */
export const windows = {
  /** failed logins, by client and address */
  loginFailures: [[10, 300]],
  /** failed logins of a client, over all addresses */
  // many users of a school share one address
  loginsByClient: [
    [100, 600],
    [1000, day],
  ],
  /** failed logins to an address, over all clients except browsers that the account knows */
  // When others use it up, the owner can log in with a known browser or a new password.
  loginsByAccount: [[100, 3600]],
  /** failed logins of a browser that has signed in to the account before */
  loginsByBrowser: [[10, 300]],
  signups: [[300, 600]],
  /** accounts that an address had: each that is deleted sends it a mail */
  signupsByAddress: [[10, day]],
  /** new passwords of a user who knows the present one: each sends a mail, perhaps to an address that is not theirs */
  passwordChanges: [
    [10, 3600],
    [20, day],
  ],
  orders: [[60, 60]],
  /** orders that are opened at the payment provider; of a client over all users */
  newOrders: [
    [20, 600],
    [60, day],
  ],
  // a class may buy the same course in one lesson
  newOrdersByClient: [
    [100, 600],
    [600, day],
  ],
  /** coupon codes that did not work or belong to others: by user, or by client for visitors, and by client over all users */
  couponTries: [
    [20, 600],
    [100, day],
  ],
  couponTriesByClient: [
    [120, 600],
    [1000, day],
  ],
  /** new coupons, and changes of bundles, of an educator or an admin */
  offerEdits: [[60, 600]],
  /** publications of the site's pages by an admin */
  pageEdits: [[60, 3600]],
  /** mails with one-time codes */
  codesByClient: [[40, quarter]],
  // all browsers that the account knows count as one client
  codesByClientAndAddress: [
    [5, quarter],
    [10, day],
  ],
  /** wrong codes for an address, over all browsers that the account knows, and over all others */
  // Four digits: all clients together have one chance in 200 a day for one account. The link in the mail still works.
  wrongCodes: [[50, day]],
  linkGuesses: [[60, quarter]],
  // A client that guesses for many accounts has one chance in 66 a day.
  codeGuesses: [
    [60, quarter],
    [150, day],
  ],
  resets: [[60, quarter]],
  /** changes of the address and codes for them: by account, by the address that gets the mail, and by client */
  accountCodes: [
    [5, 3600],
    [10, day],
  ],
  accountCodesByClient: [
    [40, 3600],
    [200, day],
  ],
  /** codes that a signed-in account types */
  // Six digits: with five tries for each of ten codes a day, one chance in 20,000; this only keeps floods from the database.
  accountCodeGuesses: [[20, quarter]],
  /** codes of authenticator apps: by browser where the account knows it, by account for all others, and of confirmations by account */
  // Three of a million codes are right at a time: 50 tries are one chance in 6,600 a day for someone who knows the password, in all new
  // browsers together. Only browsers that have taken the second step since the account has one have tries of their own.
  appCodes: [
    [10, quarter],
    [50, day],
  ],
  /** the same of an account in all new browsers, whatever its password: someone who reads its mail sets as many as they like */
  appCodesByAccount: [[150, day]],
  /** answers of passkeys, and recovery codes, by client: neither can be guessed */
  passkeyAnswers: [[200, 600]],
  recoveryCodeTries: [[60, quarter]],
  /** changes of second factors */
  factorChanges: [[60, 3600]],
  /** mails about new browsers to a user */
  deviceMails: [
    [5, 3600],
    [10, day],
  ],
  /** changes of bank details */
  // the owner gets a mail for each
  bankDetails: [[10, 3600]],
  /** changes of notification settings, and links in mails that end them */
  notificationSettings: [[120, 60]],
  // mail providers send the requests of many users from one address
  unsubscribes: [[1000, 60]],
  providerSignIns: [[100, 600]],
  /** starts of live sessions and changes of their times: students are notified of each */
  liveChanges: [[30, 600]],
  /** starts of recordings of a session, and changes of recordings */
  recordings: [[30, 600]],
  /** entries into live rooms */
  liveJoins: [[30, 60]],
  /** votes in polls of live rooms, and of hosts: polls, marks of questions, savings of the notes */
  liveVotes: [[30, 60]],
  liveEdits: [[120, 60]],
  /** readings of a whiteboard: each may have two million letters */
  liveBoards: [[60, 60]],
  /** connections of sockets: each costs a database query */
  // all users of a school behind one address reconnect at once after a restart
  connectsByClient: [[1000, 60]],
  connectsByUser: [[120, 60]],
  /** changes by educators, and reviews of a student: each of them invalidates cached lists */
  newCourses: [[60, 600]],
  courseEdits: [
    [120, 60],
    [600, 3600],
  ],
  newLectures: [[250, 600]],
  /** changes of lectures, with a video or without */
  // a course of 200 lectures, each with its video, fits
  lectureEdits: [
    [120, 60],
    [1200, 3600],
  ],
  /** parts of resumable uploads, and questions for their state */
  // five a second: with the parts that browsers send, 300 MB a second
  uploadParts: [[300, 60]],
  /** changes of sections and of the order of lectures */
  outlines: [[300, 600]],
  /** drafts of forms, which are stored while someone types */
  // one each two seconds in two tabs
  drafts: [[120, 60]],
  /** notes, which are saved while someone types */
  // one each second in three tabs
  notes: [[180, 60]],
  /** texts of answers, which are saved while someone types, and files that are removed from them */
  answers: [[180, 60]],
  /** answers that are handed in or withdrawn: educators are notified */
  handIns: [
    [30, 600],
    [100, day],
  ],
  /** files that a student adds to answers */
  answerFiles: [[60, 600]],
  /** answers that an educator marks: students are notified */
  marks: [[240, 600]],
  /** searches of the own notes */
  noteSearches: [[120, 60]],
  /** new and ended addresses of a user's calendar */
  calendarAddresses: [[20, 3600]],
  /** reads of calendars by programs, of one client */
  // one server of a calendar service reads for many users
  calendarFeeds: [[600, 60]],
  /** changes of questions and settings of quizzes, and of marks */
  quizEdits: [[600, 600]],
  /** files of questions that are looked at or imported: each is read at once, and an import writes up to 2,000 rows */
  questionFiles: [[60, 600]],
  /** tables of marks that are looked at or imported: each is read at once, and an import writes up to 5,000 rows */
  markFiles: [[60, 600]],
  /** statistics of a quiz: each counts the answers of thousands of attempts */
  quizStatistics: [[60, 600]],
  /** begins of attempts */
  quizBegins: [
    [10, 60],
    [60, 3600],
  ],
  /** answers of an attempt, which are saved while someone types, and its end */
  // one each second in four tabs
  quizAnswers: [[240, 60]],
  /** questions that are asked, and answers */
  questionAsks: [
    [10, 600],
    [30, day],
  ],
  questionAnswers: [[60, 3600]],
  /** changes and deletions of own questions and answers, and accepted answers */
  questionEdits: [[60, 600]],
  /** votes, and followed questions */
  questionVotes: [[120, 600]],
  questionReports: [[20, 3600]],
  /** searches in questions, and similar ones while someone types */
  // one each second while two people type
  questionSearches: [[120, 60]],
  /** looking at certificates and at what says whether they count, by client */
  // an office that checks a pile of them fits; a guess at a number is right once in 10^24
  certificateChecks: [[300, 60]],
  /** files of certificates, by client */
  certificateFiles: [[60, 60]],
  /** certificates that a user asks for, corrects or withdraws */
  certificateChanges: [[60, 3600]],
  /** completed entries that an educator corrects */
  markCorrections: [[200, 3600]],
  captions: [[100, 600]],
  chapters: [[100, 600]],
  /** starts of automatic captions */
  transcriptions: [[20, 3600]],
  /** files that an educator adds to lectures */
  attachments: [[100, 600]],
  reviews: [[30, 600]],
  /** lists of more than a hundred reviews: of a user, or of a visitor's address, and of a client over all users */
  // one of a thousand may have six megabytes and take a quarter of a second of processor time; our own pages ask for short ones
  reviewLists: [[30, 60]],
  reviewListsByClient: [[120, 60]],
  /** replies of an educator to reviews */
  reviewReplies: [[60, 600]],
  /** reports of reviews */
  reviewReports: [
    [20, 600],
    [60, day],
  ],
  /** readings of the whole wishlist: each may have 500 courses with their lectures */
  wishlists: [[30, 60]],
  /** copies of courses */
  copies: [[30, 600]],
  /** messages to the assistant */
  chats: [
    [20, 60],
    [300, day],
  ],
  /** questions to the tutor of a course: of a user, and of a client over all users */
  asks: [
    [20, 60],
    [300, day],
  ],
  // a class asks from one address
  asksByClient: [[200, 60]],
  /** questions of a user that a course does not answer, as its educator sees them counted; further ones are not */
  unanswered: [[20, day]],
  /** drafts that a language model writes for an educator */
  modelDrafts: [
    [20, 3600],
    [60, day],
  ],
  /** searches of a user, or of a visitor's address */
  // The search page sends one for each Enter key: a fast reader stays far below.
  searches: [
    [30, 10],
    [60, 60],
  ],
  /** searches and lists of similar courses of a client address, over all users */
  searchesByClient: [[600, 60]],
  /** suggestions while people type, of a client address; those that are remembered do not count */
  // A fast writer asks two or three times a second, and a class shares an address.
  suggestions: [[900, 60]],
  /** searches that a language model reads */
  // all users share the daily answers of the model
  readings: [
    [10, 60],
    [100, day],
  ],
  /** openings of links to become an admin */
  invitationTries: [[30, 600]],
  /** invitations that an admin sends */
  invitations: [[30, 3600]],
  /** tests of language model settings */
  modelTests: [[10, 60]],
  /** reports of what a viewer watched */
  // A player sends two a minute, and one after each pause; several devices share them.
  watchedReports: [[120, 60]],
  /** positions in lectures, and ticks */
  // A player sends six a minute; a course of 200 lectures is ticked in one.
  progressReports: [[240, 60]],
  /** tables of students that an educator downloads */
  exports: [[20, 3600]],
  /** acts of an admin on many rows, and their undoing */
  bulkActs: [[60, 600]],
  /** statements that an educator downloads */
  statements: [[120, 3600]],
} as const satisfies Readonly<Record<string, readonly Window[]>>

/** The rules of enrolments decide the transitions. `refund_due`: a refund is in progress. */
export type OrderStatus = 'created' | 'paid' | 'refund_due' | 'refunded' | 'expired' | 'failed'
/** What a code of a signed-in account proves: that it reads a new address, or that its owner is there. */
export type AccountCodePurpose = 'change-address' | 'prove-owner'
export type LiveEndReason = 'ended' | 'educator-gone' | 'course-gone'

export type TableNotes = {
  table?: string
  columns?: Record<string, { doc?: string; type?: string }>
}

/**
 * Documentation of tables and columns, and types narrower than `text`, which are exported here or by the contract. `npm run docs`
 * writes both into `schema.generated.ts` and fails for tables and columns that do not exist.
 */
export const schemaNotes: Record<string, TableNotes> = {
  users: {
    columns: {
      email: { doc: 'lower case, unique' },
      password_hash: { doc: 'argon2id in PHC form; null for accounts without a password' },
      role: { type: 'Role' },
      email_verified_at: { doc: 'when the user first verified that they read mail to this address' },
      suspended_at: { doc: 'set while an admin suspends the account' },
      show_email: { doc: "pages of an educator's courses show the address" },
      deleted_at: { doc: 'set when the user was anonymised; the row stays for what refers to it' },
    },
  },
  orders: {
    columns: {
      provider_order_id: { doc: 'null until the provider has opened the order, and for free courses' },
      status: { type: 'OrderStatus' },
      payment_id: { doc: 'unique: one payment pays one order' },
      checked_at: { doc: 'when the reconciliation job last asked the provider' },
      claim_id: { doc: 'names the request that is opening the order at the provider; null when none is' },
    },
  },
  notifications: {
    columns: {
      event_key: { doc: 'names what happened; unique for each user, so that no event is notified twice' },
      kind: { doc: 'name of the event, as in features/notifications/kinds.ts' },
      params: { doc: 'parameters of the kind, from which the sentence is made when it is shown' },
      read_at: { doc: 'null while unread' },
      topic: { doc: 'what later notifications are merged by; null where each event has a notification of its own' },
      items: { doc: 'events of the topic that are merged in it' },
    },
  },
  enrolments: {
    columns: {
      completed_lectures: {
        doc: 'completed lectures of the course, for the order of its students; kept by triggers on progress and lectures',
      },
    },
  },
  category_counts: {
    table: 'Number of published courses in each category, kept by triggers on courses.',
  },
  site_figures: {
    table: 'Totals that are too slow to count at each request of a large site.',
  },
  outbox_mails: {
    table: 'Mails of the demo start, which are not sent but read here.',
  },
  images: {
    columns: {
      width: { doc: 'pixels of the largest stored size' },
    },
  },
  videos: {
    columns: {
      duration_seconds: { doc: 'whole seconds, at least 1; null where it is unknown' },
      poster_id: { doc: 'poster image; null where none could be made' },
    },
  },
  courses: {
    columns: {
      category: { type: 'Category' },
      level: { type: 'Level' },
      language: { type: 'CourseLanguage' },
      total_seconds: { doc: 'length of the videos whose length is known; kept by triggers on lectures' },
      price_paise: { doc: 'null while the educator has set none' },
      price_below_minimum: {
        doc: 'the price is one of 1 to 99 paise from before the minimum of ₹1: the course cannot be ordered',
      },
      removed_at: {
        doc: 'set when the creator removed a course that has enrolments: students keep it, no one else sees it',
      },
      unlisted_at: { doc: 'set while an admin keeps the course off the list: its creator cannot publish it' },
      unlisted_published: { doc: 'it was published when it was taken off the list' },
      rating_sum: { doc: 'counters, kept by the transaction that changes what they count' },
      rating_counts: { doc: 'numbers of reviews with 1 to 5 stars; a check compares sum and count with them' },
    },
  },
  reviews: {
    columns: {
      edited_at: { doc: 'last change of stars or comment; null while there was none' },
      reply: { doc: "of the course's educator" },
      open_reports: { doc: 'reports that no admin has decided, for the order of the list of reported reviews' },
      reported_at: { doc: 'when it was last reported' },
    },
  },
  review_reports: {
    table: 'Reviews that users reported to the admins.',
    columns: {
      reason: { type: 'ReportReason' },
      note: { doc: 'what the user wrote beside the reason' },
      closed_at: { doc: 'when an admin kept the review; null while the report is open' },
    },
  },
  lectures: {
    columns: {
      live_state: { type: 'LiveState' },
      live_revision: { doc: 'counts changes of the schedule' },
      position: {
        doc: 'order in the course: lectures without a section come first, then those of each section in order',
      },
      section_id: { doc: 'a section of the same course; null for lectures before the first one' },
      description: { doc: 'Markdown, for those who may watch the lecture' },
      body: { doc: 'text to read, in Markdown; empty in a lecture that is a video alone' },
    },
  },
  course_sections: {
    table: 'Headings in the list of lectures of a course.',
  },
  files: {
    table: 'Files that lectures offer for download; their bytes are in the media store.',
    columns: { content_type: { doc: 'as found in the bytes' } },
  },
  lecture_attachments: {
    table: 'Files of a lecture. Copies of a lecture share the files of the original.',
    columns: { name: { doc: 'under which browsers save the file' } },
  },
  lecture_captions: {
    columns: {
      language: { doc: 'BCP 47' },
      vtt: { doc: 'a whole WebVTT file' },
    },
  },
  lecture_progress: {
    table: 'How far a viewer is in a lecture that they opened or marked.',
    columns: {
      seconds: { doc: 'position from the start' },
      watched_at: { doc: 'when a position was last reported; null while the lecture was only marked' },
    },
  },
  live_sessions: {
    table:
      'A session of a lecture and its room. Open while `ended_at` is null; a lecture has one open session at most.',
    columns: {
      id: { doc: "not guessable: the room's id" },
      lecture_id: { doc: 'null when the lecture is gone' },
      started_at: { doc: 'null while only students wait in the room' },
      educator_seen_at: {
        doc: 'when the educator was last in the room; in the future during the grace period for their first entry',
      },
      end_reason: { type: 'LiveEndReason' },
    },
  },
  live_participants: {
    table: 'Participants of a room; one participant slot for each user.',
    columns: {
      token_hash: { doc: 'SHA-256 of the token that resumes the slot' },
      socket_id: { doc: 'the current socket, or the last one after a lost connection' },
      seen_at: { doc: 'when a process last saw its socket' },
    },
  },
  live_removed_participants: {
    table: 'Users whom the educator removed from a session; they may not return to it.',
  },
  course_vectors: {
    table: "Embeddings of a course's texts by a model.",
    columns: {
      text_hash: { doc: 'hash of the texts that were embedded' },
      vectors: { doc: '32-bit floats, little-endian, one vector after the other' },
    },
  },
  sandbox_orders: {
    table: 'Records of the sandbox payment provider, separate from our own orders.',
  },
  assistant_usage: {
    table: 'Use of language models on a day (UTC, 2026-11-21). Tokens as counted by providers.',
    columns: {
      answers: { doc: 'answers started' },
    },
  },
  course_documents: {
    table: 'What the list of published courses shows of a course, without what others change: names and counters.',
    columns: {
      format: { doc: 'version of the code that wrote the body; rows of another one count as missing' },
      body: { doc: 'a JSON object' },
    },
  },
  published_list: {
    table: 'The last compressed list of published courses, and which process makes the next one. One row.',
    columns: {
      build: { doc: 'whose chunks are current; null before the first build' },
      foreign_origin: { doc: 'origin of the absolute URLs in the forms for other origins; empty where there are none' },
      catalogue_version: { doc: 'version of the cache `catalogue` that the list contains at least' },
      counters_version: { doc: 'version of the cache `counters` that the list contains at least' },
      cost_ms: { doc: 'how long the last build took' },
      next_at: { doc: 'before this time no build begins' },
      claimed_by: { doc: 'the build that is running, while `claimed_until` has not passed' },
    },
  },
  published_list_chunks: {
    table: 'Bytes of a compressed list, in order.',
    columns: { form: { doc: 'origin and encoding, such as "own br"' } },
  },
  cache_authors: {
    table: 'The last change of a cache by a user, until everyone gets it.',
  },
  cache_versions: {
    table: 'Version counters of what all processes cache.',
  },
  rate_limits: {
    table:
      'Attempts counted by `adapters/rate-limits/postgres.ts`. Unlogged: empty after a crash of the database server.',
    columns: {
      key: { doc: 'name of the limit and hash of its key' },
      expire: { doc: 'end of the window in milliseconds since 1970' },
    },
  },
  settings: {
    table: 'Settings that admins changed, by their name in the contract; the others come from the environment.',
  },
  admin_invitations: {
    table: 'Invitations to become an admin: one row for each address, kept after use.',
    columns: {
      email: { doc: 'lower case; null for the set-up link that names no address' },
      invited_by: { doc: 'null for the operator: the set-up link, the command, ADMIN_EMAILS' },
      first_only: { doc: 'valid only while the site has no admin' },
      request_id: { doc: 'changes with each renewal: a mail of an older one is not sent any more' },
      link_hash: { doc: 'SHA-256 of the token in a printed link, which verifies no address' },
      mail_hash: { doc: 'SHA-256 of the token in a mail, which verifies the address' },
      pending_name: { doc: 'what was entered with a printed link, until the mail that follows is opened' },
      mailed_at: { doc: 'when the mail server accepted the mail; null before, and without a mail server' },
    },
  },
  audit_log: {
    table: 'Every action of an admin. A trigger rejects changes.',
    columns: {
      action: { type: 'AuditAction' },
      subject_kind: { type: 'AuditSubject' },
      subject: {
        doc: 'name of the subject at that time; "" for users, so that the log keeps no name of a deleted user',
      },
    },
  },
  error_events: {
    table: 'Requests that failed with an internal error. Kept for a month.',
  },
  identities: {
    table: 'Accounts at identity providers that sign in to an account here.',
  },
  password_codes: {
    table: "A browser's request for a one-time code for an address, whether or not it has an account.",
    columns: {
      email: { doc: 'lower case' },
      browser_hash: {
        doc: "SHA-256 of the token in the asking browser's cookie; null in rows from before requests belonged to browsers",
      },
      due_at: { doc: "set for a request that waits for the address's next mail: the newest one replaces it" },
      code_hash: { doc: 'keyed hash of the code; null until the code exists, and after its use' },
      key_id: { doc: 'id of the key that made the hash' },
    },
  },
  account_codes: {
    table: 'The last code of each purpose that a signed-in account asked for.',
    columns: {
      purpose: { type: 'AccountCodePurpose' },
      request_id: { doc: 'names the request; its code and mail belong to it alone' },
      email: { doc: 'lower case; the address that the code goes to' },
      code_hash: { doc: 'keyed hash of the code; null until the code exists' },
      key_id: { doc: 'id of the key that made the hash' },
    },
  },
  notification_settings: {
    table: 'What a user has chosen about notifications; a subject without a row has its defaults.',
    columns: { subject: { doc: 'of `notificationSubjects` in the contract' } },
  },
  notification_mails: {
    table: 'Notifications that go by mail. Kept for a month, so that no event is mailed twice.',
    columns: {
      event_key: { doc: 'names what happened, as in notifications' },
      topic: { doc: 'what the number of mails of a day is limited by; null without a limit' },
      params: { doc: 'parameters of the kind; emptied when the mail was sent' },
      sent_at: { doc: 'set right before the mail is sent, and taken back when that fails' },
    },
  },
  session_reminders: {
    table: 'Starts of live sessions that students were reminded of.',
  },
  password_mail_rates: {
    table: 'How soon the next mail with a code may go to an address, whether or not it has an account.',
    columns: {
      email: { doc: 'lower case' },
      free_at: { doc: 'when all promised mails would have been sent at the steady rate' },
    },
  },
  password_links: {
    table: 'Links that were mailed: each verifies one browser, like a code.',
    columns: {
      token_hash: { doc: 'SHA-256 of the token in the link' },
    },
  },
  password_reset_tokens: {
    table: 'Browsers that have verified a code or a link and may set a new password once.',
    columns: {
      token_hash: { doc: 'SHA-256 of the token in the cookie' },
    },
  },
}

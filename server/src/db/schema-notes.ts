export type {
  BulkAct,
  CouponKind,
  DisputeStatus,
  DraftKind,
  FilteredList,
  FindingKind,
  GivenRole,
  LedgerAccount,
  LiveEndReason,
  LiveMediaKind,
  LiveQuestionState,
  OrderStatus,
  PayoutRunStatus,
  PayoutStatus,
  RecordingState,
  RecordingStop,
  RefundReason,
  RefundStatus,
  UndoOutcome,
} from '@virtual-courses/contract'

export const postingKinds = [
  'sale',
  'unbooked',
  'refund-requested',
  'refund-processed',
  'refund-returned',
  'dispute-lost',
  'provider-fee',
  'settlement',
  'payout',
  'payout-paid',
  'payout-returned',
  'written-off',
] as const
export type PostingKind = (typeof postingKinds)[number]
/** What a code of a signed-in account proves: that it reads a new address, or that its owner is there. */
export const accountCodePurposes = ['change-address', 'prove-owner'] as const
export type AccountCodePurpose = (typeof accountCodePurposes)[number]
/** An open order reserves a use; the payment makes it a use, the end of the order releases it. */
export const couponUseStates = ['reserved', 'used', 'released'] as const
export type CouponUseState = (typeof couponUseStates)[number]

export type TableNotes = {
  table?: string
  columns?: Record<string, { doc?: string; type?: string }>
}

/** When a section or an entry opens to students; at most one is set, and it opens at once without. */
const openingColumns: NonNullable<TableNotes['columns']> = {
  opens_after_days: { doc: 'days after the enrolment' },
  opens_in_order: { doc: 'after what comes before it in the course, and counts towards completing it, is done' },
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
      admin_since: { doc: 'since when an admin is one; null for long ago, and for others' },
      admin_until: { doc: 'when an account that has another role now was an admin last' },
      factor_since: { doc: 'since when the account has a second factor; null without one' },
      first_sign_in_at: { doc: 'after it, sign-ins in new browsers are mailed about' },
      show_email: { doc: "pages of an educator's courses show the address" },
      deleted_at: { doc: 'set when the user was anonymised; the row stays for what refers to it' },
    },
  },
  unsure_searches: {
    table: 'Questions that the search was not sure of, counted without who asked them.',
    columns: {
      found: { type: 'UnsureFound' },
      state: { type: 'UnsureState', doc: 'waiting for an admin, an idea for a course, dealt with' },
      askings: { doc: 'by how many people, each once a day' },
    },
  },
  unanswered_questions: {
    table: 'Questions that a course did not answer, counted without who asked them.',
    columns: {
      lecture_id: { doc: 'that was open; null for a question about the course' },
      askings: { doc: 'by how many people, each once a day' },
    },
  },
  drafts: {
    table: 'What educators typed into forms of the studio and have not saved.',
    columns: {
      kind: { type: 'DraftKind' },
      subject: {
        doc: 'id of the course, lecture, bundle or review that the form is about; "new" for one that is being created',
      },
      revision: { doc: 'another one each time that another text is stored' },
      version: { doc: 'what the form was filled with' },
      typed: { doc: 'JSON of the fields that differ from it; always read as a whole' },
    },
  },
  certificates: {
    table:
      'Certificates of completed courses. What they say is frozen; the database refuses changes, and to reinstate one.',
    columns: {
      serial: { doc: 'public number, not guessable' },
      status_index: { doc: 'place in the lists of bits that say which do not count any more' },
      course_id: { doc: 'without a foreign key, like the order: courses may be removed' },
      order_id: { doc: 'of the enrolment that it belongs to' },
      name: { doc: 'of the student when it was issued; "" once their account is deleted' },
      course_language: { type: 'CourseLanguage' },
      required: { doc: 'what was to be done, `CertificateRequirement` of the contract' },
      replaces: { doc: 'the certificate whose place it has taken' },
      withdrawn_because: { type: 'WithdrawalCause' },
      withdrawn_by: { doc: 'the educator or admin' },
      credential: { doc: 'signed, as JSON; null until it was asked for first' },
    },
  },
  certificate_keys: {
    table:
      'Public keys that have signed certificates or their lists; old ones stay, so that what they signed can be verified.',
    columns: { id: { doc: 'the public key (Multikey)' }, since: { doc: 'when it was used first' } },
  },
  notes: {
    table:
      'Notes and bookmarks of users in lectures. They outlive the lecture and the course: ids without foreign keys, and the titles of the last save.',
    columns: {
      id: { doc: 'chosen by the client; one user cannot meet the id of another' },
      kind: { type: 'NotePlaceKind' },
      second: { doc: 'of the video; null in a text' },
      video_id: { doc: 'the video in which it was written; null in a text' },
      block: { doc: 'number of the part of the text, from 0; null in a video' },
      quote: { doc: 'the first words of that part' },
      text: { doc: 'empty for a bookmark' },
      folded: { doc: 'text and quote as they are searched (`foldText` of the contract)' },
      revision: { doc: 'chosen by the client; another one with each change' },
      deleted_at: { doc: 'set when it was deleted, and its texts with it; the row goes after some days' },
    },
  },
  calendar_addresses: {
    table: 'Secret addresses of calendars. The secret part is derived from the id.',
    columns: { id: { doc: 'another one with each new address' } },
  },
  bank_questions: {
    table: 'Questions of a course, for its quizzes and videos. What they ask is in `bank_forms`.',
    columns: {
      kind: { type: 'QuestionKind' },
      form: { doc: 'the present one' },
      folded: { doc: 'its texts and tags as they are searched (`foldText` of the contract)' },
      deleted_at: { doc: 'set when it was deleted while attempts have it' },
    },
  },
  bank_forms: {
    table: 'The forms of a question: its present one, and earlier ones that attempts have.',
    columns: { content: { doc: 'the question with its key, as `Question` of the contract' } },
  },
  bank_imports: {
    table: 'Imports of questions of the last day, by a key of the page: a second click imports nothing.',
    columns: { questions: { doc: 'how many it has brought' } },
  },
  quiz_pictures: { table: 'Pictures in the questions of a course.' },
  quizzes: {
    table: 'Settings of the entries of a curriculum that are quizzes.',
    columns: {
      attempts_allowed: { doc: 'null for as many as are kept' },
      minutes: { doc: 'time for an attempt; null for no limit' },
      negative_percent: { doc: 'of the points of a question, which a wrong answer costs' },
      show_time: { type: 'QuizShowTime' },
      show_part: { type: 'QuizShowPart' },
      parts: { doc: 'where its questions come from, as `QuizPart` of the contract; always read as a whole' },
    },
  },
  quiz_extras: { table: 'Students with more time or attempts than others.' },
  quiz_attempts: {
    table: 'Attempts at quizzes with the settings of their beginning: at most one that is open for a student and quiz.',
    columns: {
      number: { doc: 'of this student at this quiz, from 1' },
      is_preview: { doc: 'of those who look after the course; counts for nothing' },
      seed: { doc: 'of the order in which choices, items and right sides are shown' },
      max_marks: { doc: 'hundredths of a point, as `marks`' },
      due_at: { doc: 'when it ends by itself; null for never' },
      handed_in_by: { type: 'HandedInWay' },
    },
  },
  quiz_answers: {
    table: 'The questions of an attempt in their order, and what was answered.',
    columns: {
      question_id: {
        doc: 'without a foreign key, so that courses are deleted at once; the forms of questions in attempts stay',
      },
      answer: { doc: 'with ids of choices (`KeptAnswer` of features/quizzes); null without an answer' },
      revision: { doc: 'counts the changes of the answer' },
      marks: { doc: 'by the key, in hundredths of a point; null until it is handed in' },
      set_marks: { doc: 'by an educator, in place of `marks`' },
    },
  },
  video_checks: {
    table: 'Questions of the bank at which the video of a lecture stops.',
    columns: {
      position: { doc: 'in the list of its educator, for those with the same second' },
      tries: { doc: 'after so many that are not right, the right answer is shown' },
    },
  },
  video_check_answers: {
    table: 'What enrolled students answered to questions in videos. They are no marks.',
    columns: {
      answer: { doc: 'the last one, as `KeptAnswer` of features/quizzes' },
      tries: { doc: 'that were marked; one that is right is the last' },
    },
  },
  quiz_mark_changes: {
    table: 'Changes of marks after an attempt was handed in.',
    columns: {
      position: { doc: 'null for the whole attempt' },
      cause: { type: 'MarkCause' },
      author_id: { doc: 'null for a corrected key' },
    },
  },
  announcements: {
    table: 'Announcements of educators to the students of a course.',
    columns: {
      request_key: { doc: 'made by the client: the same request counts once' },
      open_reports: { doc: 'number of `announcement_reports` that no admin has decided' },
      reported_at: { doc: 'of the newest report; kept when reports are closed' },
      deleted_at: { doc: 'set when it was deleted, and its words with it; the row counts for the week still' },
      students: { doc: 'those who were enrolled when it was sent' },
      notified: {
        doc: 'how many of them were notified until now; the last one in the order of their enrolments is below',
      },
      last_enrolled_at: { doc: 'null while no one was notified' },
      last_student_id: { doc: '"" while no one was notified' },
      sent_at: { doc: 'null while not all were notified' },
    },
  },
  posts: {
    table:
      'Questions about lectures, and their answers, which have `question_id`. Questions outlive their lecture within the course.',
    columns: {
      question_id: { doc: 'null for a question' },
      request_key: { doc: 'made by the client: the same request counts once' },
      votes: { doc: 'number of `post_votes`' },
      open_reports: { doc: 'number of `post_reports` that no admin has decided' },
      reported_at: { doc: 'of the newest report; kept when reports are closed' },
      hidden_at: { doc: 'set while an admin hides it from everyone' },
      title: { doc: 'empty for an answer' },
      folded: { doc: 'title and the beginning of the text as they are searched (`foldText` of the contract)' },
      lecture_id: { doc: 'null for an answer, and once the lecture was removed' },
      video_id: { doc: 'the video to which `second` belongs' },
      answers: { doc: 'number of answers that are not hidden' },
      accepted_id: { doc: 'the answer that the educator has accepted' },
      waits_since: { doc: 'set while the educator has neither answered nor accepted an answer' },
    },
  },
  post_votes: { table: 'Users who voted for a question or an answer of someone else.' },
  post_follows: { table: 'Users who follow a question: they are notified of its answers.' },
  announcement_reports: {
    table: 'Reports of announcements to the admins.',
    columns: { reason: { type: 'ReportReason' }, closed_at: { doc: 'set when an admin has decided' } },
  },
  post_reports: {
    table: 'Reports of questions and answers to the admins.',
    columns: { reason: { type: 'ReportReason' }, closed_at: { doc: 'set when an admin has decided' } },
  },
  post_digests: { table: 'Days whose mails about questions and answers were put down, and the time that they cover.' },
  orders: {
    columns: {
      provider_order_id: { doc: 'null until the provider has opened the order, and for free courses' },
      status: { type: 'OrderStatus' },
      payment_id: { doc: 'unique: one payment pays one order' },
      checked_at: { doc: 'when the reconciliation job last asked the provider' },
      claim_id: { doc: 'names the request that is opening the order at the provider; null when none is' },
      list_paise: { doc: 'the price before a coupon, and of a bundle the prices of its courses alone' },
      sold_at: { doc: 'when its payment enrolled the buyer; null where its money could not be booked' },
      refunded_paise: { doc: 'returned to the buyer, by refunds and lost disputes' },
      left_out: { doc: 'courses of its bundle that the buyer had, so that they paid no share of them' },
    },
  },
  withheld_refunds: {
    table:
      'What a refund was less because a bundle cost its buyer more without the refunded course. It goes back with the bundle.',
    columns: {
      from_order_id: { doc: 'whose refund was less' },
      returned_at: { doc: 'when it went back' },
    },
  },
  order_items: {
    table: 'The courses of an order, and how what was paid for each is split.',
    columns: {
      educator_id: { doc: 'who gets what tax and platform fee leave' },
      fee_paise: { doc: 'of the platform' },
      gst_refunded_paise: { doc: 'what refunds and lost disputes returned of the tax, as their credit notes say' },
      outline_id: {
        doc: 'what was sold; null before the sale, for courses without lectures, and for sales of long ago',
      },
      sold_at: { doc: 'as in the order, for sums by course and educator' },
    },
  },
  refunds: {
    columns: {
      reason: { type: 'RefundReason' },
      status: { type: 'RefundStatus' },
      booked: { doc: 'it returns what a sale booked; false for money that never was booked' },
      attempt: { doc: 'part of the key that makes the call to the provider idempotent' },
      problem: { doc: 'what the provider said when it failed' },
      requested_by: { doc: 'null where no one did: the job, or the provider' },
    },
  },
  billing_details: {
    table: 'What buyers want to be on their invoices; empty texts for what they left out.',
    columns: { state: { doc: 'GST code of the state' } },
  },
  invoice_counters: {
    table: 'The last numbers of documents, locked until the sale commits, so that there are no gaps.',
    columns: {
      kind: { type: 'InvoiceKind' },
      year: { doc: 'financial year: 2627 from April 2026 to March 2027' },
      last_at: { doc: 'dates do not go back while numbers go up' },
    },
  },
  invoices: {
    table: 'Invoices, receipts and credit notes as they were issued; the database refuses changes.',
    columns: {
      kind: { type: 'InvoiceKind' },
      refund_id: { doc: 'what a credit note is for, or `dispute_id`' },
      refers_to: { doc: 'the invoice or receipt of a credit note' },
      place_of_supply: { doc: 'GST code of the state; "" on receipts' },
      seller: { doc: 'at the time of issue, see `documents.ts` of the feature, as are buyer and lines' },
    },
  },
  outbox_attachments: { table: 'Files in mails that are kept instead of sent.' },
  invoice_mails: {
    table: 'Mails with a document that were sent.',
    columns: { id: { doc: 'of the sending, so that a job that runs twice sends once' } },
  },
  disputes: {
    table: "Payments that buyers contest at their bank, as the provider has them; the id is the provider's.",
    columns: {
      status: { type: 'DisputeStatus' },
      deducted_paise: { doc: 'taken from us by the provider' },
      respond_by: { doc: "when the provider's deadline for evidence ends" },
    },
  },
  order_events: {
    table: 'The history of an order: changes of its status, webhooks, refunds, documents.',
    columns: {
      actor_id: { doc: 'null where no user did it' },
      event_key: { doc: 'unique: an event that is reported twice stands here once' },
    },
  },
  payment_findings: {
    table: 'Differences between the orders and what the provider has, which an admin has to look at.',
    columns: {
      kind: { type: 'FindingKind' },
      subject: { doc: 'id of the payment, refund, dispute or order' },
      seen_at: { doc: 'when it was last found' },
    },
  },
  ledger_transactions: {
    table: 'Double entry: the entries of a transaction add up to zero. Append-only.',
    columns: {
      key: { doc: 'names what happened: it is posted once' },
      kind: { type: 'PostingKind' },
    },
  },
  ledger_entries: {
    columns: {
      account: { type: 'LedgerAccount' },
      party_id: { doc: "the educator of an entry of educator_payable; else ''" },
      amount_paise: { doc: 'a debit is positive' },
      month: { doc: "2026-11, in the site's time zone" },
      available_at: { doc: 'until when the amount may not be paid out: the refund window of its sale' },
    },
  },
  ledger_balances: {
    table: 'Sums of ledger_entries by month, kept by a trigger.',
    columns: { account: { type: 'LedgerAccount' } },
  },
  payout_accounts: {
    table: 'Bank details of educators, encrypted by a secret that is not in the database.',
    columns: {
      encrypted: { doc: 'see features/payouts/bank/bank-cipher.ts; bound to the user' },
      last4: { doc: 'the end of the account number' },
      holder_hint: { doc: "the beginnings of the holder's names" },
      paused_until: { doc: 'no payout is confirmed before: the details were changed, or the bank returned a payout' },
    },
  },
  payout_runs: {
    table: 'Payouts that are made together: one file for the bank.',
    columns: {
      status: { type: 'PayoutRunStatus' },
      created_by: { doc: 'another admin confirms, where there is one' },
      exported_at: { doc: 'when the bank file was last downloaded' },
    },
  },
  payouts: {
    columns: {
      status: { type: 'PayoutStatus' },
      reference: { doc: 'what the bank calls it' },
      problem: { doc: 'why it was left out or returned' },
      encrypted: { doc: 'the bank details at the confirmation, until the bank paid: later changes do not redirect it' },
    },
  },
  educator_balances: {
    table: 'Sums of the entries of educator_payable, kept by a trigger.',
    columns: { owed_paise: { doc: 'above zero: what the educator is owed' } },
  },
  educator_held: {
    table: 'Sums of the entries of educator_payable by the hour in which they become available, kept by a trigger.',
    columns: { hour: { doc: 'hours since 1970' } },
  },
  educator_sales: {
    table: 'What educators sold by day, in the zone of the figure sales-zone, without what sales_changes has.',
  },
  course_sales: {
    table: 'What courses sold, and how many lectures their students completed, without what sales_changes has.',
  },
  sales_changes: {
    table: 'What a statement changed in items and enrolments, as triggers noted it; a job adds it to the sums.',
    columns: { at: { doc: 'of the sale or the enrolment' } },
  },
  educator_months: {
    table: 'Sums of the entries of educator_payable by month and kind of posting, kept by a trigger.',
    columns: {
      kind: { type: 'PostingKind' },
      amount_paise: { doc: 'above zero: what the educator is owed has grown' },
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
      bytes: {
        doc: 'of all sizes and formats; null for earlier images until the check of the store has measured them',
      },
    },
  },
  coupons: {
    columns: {
      code: { doc: 'upper case' },
      educator_id: { doc: 'null for coupons of the site' },
      kind: { type: 'CouponKind' },
      value: { doc: 'per cent, or paise' },
      min_price_paise: { doc: 'of what is bought, before the coupon' },
      max_uses: { doc: 'open orders included; null for any number' },
      for_all: { doc: 'false: for the courses in coupon_courses alone, and for nothing when they are gone' },
    },
  },
  coupon_courses: {
    table: 'The courses that a coupon is for, unless it is for all courses of its educator, or of the site.',
  },
  coupon_uses: {
    table:
      'Orders with a coupon. They are counted in the transaction that makes the order, under the lock of the coupon.',
    columns: {
      state: { type: 'CouponUseState' },
      held_until: { doc: 'a reserved use counts for others until then' },
      held_by: { doc: 'keyed hash of the client that holds the use' },
    },
  },
  bundles: {
    columns: {
      educator_id: { doc: 'null for bundles of the site' },
      price_paise: { doc: 'of all its courses; never more than they cost alone' },
      removed_at: { doc: 'set when it was removed: orders refer to it' },
    },
  },
  price_changes: {
    table: 'What each course was offered for and since when, kept by a trigger on courses.',
    columns: { price_paise: { doc: 'null from when it was not on sale' } },
  },
  storage_usage: {
    table: 'Bytes of each user by kind; kept by triggers. `owner_id` is empty for images of no one.',
    columns: {
      unfinished: { doc: 'reserved for uploads that have begun' },
      texts: { doc: 'of courses, lectures, captions and transcripts, in the database' },
    },
  },
  storage_totals: {
    table: 'The sums over all users, in parts: the sum of the rows counts, a single one says nothing.',
  },
  storage_reservations: {
    table: 'Room in the media store for uploads that have begun.',
    columns: {
      bytes: { doc: 'what has arrived, and a part of what follows while the upload is fed' },
      announced: { doc: 'counts for the account while the upload is fed' },
      stored: { doc: 'what has arrived; while more arrives, somewhat less' },
      fed_until: { doc: 'when nothing has come by then, the room is only for what has arrived' },
    },
  },
  caption_texts: {
    table: 'Texts of captions. Copies of a lecture share them; the last captions that use one take it along (trigger).',
    columns: { vtt: { doc: 'a whole WebVTT file' }, owner_id: { doc: 'whose storage it is' } },
  },
  stream_turns: {
    table: 'How long workers have worked on the streams of each educator, for turns; what is a day old counts half.',
    columns: { used_seconds: { doc: 'as of `counted_at`' } },
  },
  videos: {
    columns: {
      duration_seconds: { doc: 'whole seconds, at least 1; null where it is unknown' },
      poster_id: { doc: 'poster image; null where none could be made' },
      width: { doc: 'pixels of the source as it is shown, like `height`; null until it was probed' },
      sha256: { doc: 'of the original, in hexadecimal digits; null where the upload did not tell' },
      original_dropped_at: { doc: 'when the original was deleted, since the stream is enough' },
      stream_id: { doc: 'folder of the stream that is served, also while the next one is made' },
      stream_next_id: { doc: 'folder that a worker fills now, or did not finish' },
      stream_state: { type: 'StreamState' },
      stream_percent: { doc: 'of the work that is running' },
      stream_problem: { doc: 'what the educator reads of why it failed' },
      stream_bytes: { doc: 'of all files of the stream' },
      source_seconds: {
        doc: 'length of the longest picture or sound of the original; null until a stream was compared',
      },
      stream_seconds: { doc: 'length of the shortest rendition, at most a second from `source_seconds`' },
      renditions: { doc: 'see `streams.ts` of the feature' },
      storyboard: { doc: 'null without one' },
      stream_priority: { doc: '1 for earlier videos, which wait for all others' },
      stream_queued_at: { doc: 'since when it waits' },
      stream_started_at: { doc: 'when a worker began last' },
      stream_lease_until: {
        doc: 'while it is in the future, the worker that took it is alive; of one that waits: before it no worker takes it again',
      },
      stream_attempts: { doc: 'how often a worker has begun' },
    },
  },
  courses: {
    columns: {
      category: { type: 'Category' },
      level: { type: 'Level' },
      language: { type: 'CourseLanguage' },
      total_seconds: { doc: 'length of the videos whose length is known; kept by triggers on lectures' },
      price_paise: { doc: 'null while the educator has set none; the sale price while a sale runs' },
      regular_price_paise: { doc: 'what the price was before the sale, and is after it; null without a sale' },
      struck_price_paise: {
        doc: 'the lowest price of the 30 days before the sale; null where it was not above the sale price or not known for long enough',
      },
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
      is_counted: {
        doc: 'false once its author got their money back after watching next to nothing: others do not see it, and its stars do not count',
      },
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
      owner_id: { doc: 'the creator of its course, set by a trigger: whose storage its texts are' },
      kind: { type: 'EntryKind', doc: 'quizzes and assignments have no video, text or session of their own' },
      live_state: { type: 'LiveState' },
      live_revision: { doc: 'counts changes of the schedule' },
      ...openingColumns,
      position: {
        doc: 'order in the course: lectures without a section come first, then those of each section in order',
      },
      section_id: { doc: 'a section of the same course; null for lectures before the first one' },
      description: { doc: 'Markdown, for those who may watch the lecture' },
      body: { doc: 'text to read, in Markdown; empty in a lecture that is a video alone' },
      chapters: { doc: 'of its video, in order, as the contract has them' },
    },
  },
  course_sections: {
    table: 'Headings in the list of lectures of a course.',
    columns: openingColumns,
  },
  files: {
    table: 'Files that lectures offer for download, and those of answers; their bytes are in the media store.',
    columns: { content_type: { doc: 'as found in the bytes' } },
  },
  uploads: {
    table: 'Videos that arrive in parts, and what became of them; their bytes are with the port `uploads`.',
    columns: {
      lecture_id: { doc: 'null when the lecture was removed meanwhile' },
      video_id: { doc: 'id that the video gets when it is complete' },
      reservation_id: { doc: 'of the room in the media store' },
      received: { doc: 'bytes, up to some seconds old' },
      announced_sha256: { doc: 'what the browser says the file is, in hexadecimal digits' },
      checksums: { doc: 'SHA-256 of slices by their number, as far as the client noted them' },
      arrived_at: { doc: 'when the last byte came' },
      state: { type: 'UploadState' },
      problem: { doc: 'what the educator reads of why it was refused' },
      lease: { doc: 'which request or job handles it' },
      lease_until: { doc: 'while it is in the future, who has the lease is alive' },
      release_wanted: { doc: 'another request waits for the lease' },
      expires_at: { doc: 'when the row and what is left of the bytes are deleted' },
    },
  },
  lecture_attachments: {
    table: 'Files of a lecture. Copies of a lecture share the files of the original.',
    columns: { name: { doc: 'under which browsers save the file' } },
  },
  assignments: {
    table: 'What an entry of the kind `assignment` asks for; its task and files are those of the entry.',
    columns: {
      late_rule: { type: 'LateRule' },
      late_percent: { doc: 'that each begun day takes, where the rule is `reduced`' },
      rubric: { doc: 'criteria with their levels, as the contract has them' },
    },
  },
  answers: {
    table: 'What a student writes for an assignment: the present text, and how far it is.',
    columns: {
      educator_id: { doc: 'the creator of the course, for the list of what waits' },
      state: { type: 'AnswerState' },
      attempt: { doc: 'how often it was handed in' },
      revision: { doc: 'of the text, by the client' },
      handed_in_at: { doc: 'the last time' },
    },
  },
  answer_attempts: {
    table: 'Answers as they were handed in, and how they were marked: with the rubric of that time.',
    columns: {
      outcome: { type: 'AnswerOutcome', doc: 'null while it waits' },
      marks: { doc: 'before what a late answer loses' },
      levels: { doc: 'the level of each criterion, by their ids' },
    },
  },
  answer_files: {
    table: 'Files of answers.',
    columns: {
      added_in: { doc: 'number of the first attempt that has it' },
      removed_in: { doc: 'number of the first attempt that does not have it any more' },
    },
  },
  lecture_captions: {
    columns: {
      language: { doc: 'BCP 47' },
      source: { type: 'CaptionSource', doc: 'how they were last made' },
    },
  },
  transcriptions: {
    table: 'The last time that captions of a lecture were made by machine, or of a transcript.',
    columns: {
      kind: { type: 'TranscriptionKind', doc: 'what is heard for: recognised speech, or the times of a transcript' },
      transcript: { doc: 'the text that is timed; null in the end' },
      id: { doc: 'of the request; jobs of an earlier one of the same lecture do nothing' },
      owner_id: { doc: 'the educator who started it' },
      video_id: { doc: 'what is heard; nothing is stored when the lecture has another video by then' },
      replaces: { doc: 'version of the captions that the result replaces; null for none' },
      state: { type: 'TranscriptionState' },
      seconds: { doc: 'length of the video' },
      heard_seconds: { doc: 'how much of it was heard' },
      lines: { doc: 'what was heard so far; empty in the end' },
      failures: { doc: 'how often the present part failed' },
      problem: { doc: 'a sentence for the educator' },
    },
  },
  transcription_days: {
    table: 'Seconds of speech that an educator had recognised in a day.',
    columns: { day: { doc: 'UTC' } },
  },
  lecture_progress: {
    table: 'How far a viewer is in a lecture that they opened or marked.',
    columns: {
      seconds: { doc: 'position from the start' },
      watched_at: { doc: 'when a position was last reported; null while the lecture was only marked' },
    },
  },
  opened_lectures: {
    table: 'Lectures with a rule of opening that the server has given to a student: they stay open to them.',
  },
  early_openings: {
    table: 'Lectures that were closed to a student when the educator of their course opened them: they stay open.',
    columns: { author_id: { doc: 'the educator' } },
  },
  served_lectures: {
    table:
      'What the server gave of a lecture to a buyer, or allowed a proxy or store to give: decides refunds. Only grows; goes with the account.',
    columns: {
      lecture_id: { doc: 'stays when the lecture is removed' },
      video: { doc: 'hundredths of its videos, the first one first' },
      files: { doc: 'hundredths of its files, in their order' },
      is_read: { doc: 'its text was given' },
    },
  },
  sold_outlines: {
    table:
      'What a course consisted of when it was sold, without free previews; orders of the same outline share a row.',
    columns: {
      id: { doc: 'hash of the rest' },
      video_seconds: { doc: 'length of the video of each lecture; 300 where it is not known' },
      text_seconds: { doc: 'time to read the text of each lecture' },
    },
  },
  lecture_views: {
    table:
      'What an enrolled student watched of the video of a lecture. Goes with the enrolment; deleted when it is unused for a year.',
    columns: {
      video_id: { doc: 'the video that the rest is about; another one starts from zero' },
      slot_seconds: { doc: 'length of a slot of the timeline' },
      seen: { doc: 'one bit for each slot, the lowest first' },
      again: { doc: 'the same for slots that were seen more than once' },
      watched_seconds: { doc: 'length of what was seen, without repetitions' },
      played_seconds: { doc: 'with repetitions' },
      allowance: { doc: 'seconds that may have been played without a report at `reported_at`' },
      report_ids: { doc: 'the newest ids of reports, 8 bytes each' },
      last_day: { doc: 'day of the last report, in days since 1970 (UTC)' },
      pending: {
        doc: 'slots that the sums do not have yet, three numbers for each: the slot, 1 if it is seen for the first time, 1 if it is seen again for the first time',
      },
      pending_since: { doc: 'when the first report came that the sums do not have; null when they have all' },
      is_counted: { doc: 'the sums of the lecture have this viewer' },
      held: { doc: 'a part of this is in sums that are not shown yet' },
    },
  },
  lecture_sums: {
    table:
      'What all students together watched of the video of a lecture. What few of them added is held back, and shown with that of others.',
    columns: {
      seen: { doc: 'viewers by slot' },
      again: { doc: 'viewers by slot who saw it more than once' },
      watched_share: { doc: 'average share of the video that a viewer saw' },
      end_viewers: { doc: 'viewers who saw its end' },
      shown_at: { doc: 'when held sums were last added; null before the first time' },
    },
  },
  course_sums: {
    table: 'Sketches of the students of a course: numbers of students by powers of a base, see `sketch.ts`.',
    columns: {
      watched: { doc: 'by seconds watched' },
      completed: { doc: 'by seconds from enrolment to completion' },
    },
  },
  course_viewers: {
    table: 'Where the sums of a course have a student. Goes with the enrolment; deleted when it is unused for a year.',
    columns: {
      counted_seconds: { doc: 'seconds of the course that they had watched when they were last added' },
      last_day: { doc: 'day on which they were last added, in days since 1970 (UTC)' },
    },
  },
  completion_rules: {
    table: 'What counts towards completing a course. A course without a row has the default of `completion-rules.ts`.',
    columns: {
      video_percent: { doc: 'share of the distinct seconds of each video' },
      by_hand: { doc: 'students may tick videos themselves' },
    },
  },
  mark_corrections: {
    table:
      'Entries that the educator of a course ticked, or unticked, for a student, and marks that they set or took back.',
    columns: {
      author_id: { doc: 'the educator' },
      reason: { doc: 'the student reads it' },
      done: { doc: 'the tick that was set or taken away; null where it stayed' },
      of_marks: { doc: 'marks were corrected, not only a tick' },
      from_marks: { doc: 'before, in hundredths of a point' },
      marks: { doc: 'in hundredths of a point; null takes the marks back that were set' },
      stands: { doc: 'these marks count, whatever the student reaches' },
      batch: { doc: 'of corrections of one import, of which a student is notified once' },
    },
  },
  course_completions: {
    table:
      'When a student had completed a course for the first time, by the rule of that time: it stays, whatever changes, as long as the enrolment does.',
    columns: { counted: { doc: 'the sums of the course have it' } },
  },
  live_recordings: {
    table: 'Recordings of live sessions, whose streams the media server writes and of which a worker makes a video.',
    columns: {
      session_id: { doc: 'null when the session is gone' },
      lecture_id: { doc: 'null when the lecture is gone' },
      owner_id: { doc: 'the educator' },
      media_room: { doc: 'number of the room on the media server, which names its files' },
      hosts: { doc: 'peer ids of those who were hosts while it ran: their cameras come first' },
      state: { type: 'RecordingState' },
      stopped_by: { type: 'RecordingStop' },
      percent: { doc: 'of the video that is being made' },
      problem: { doc: 'what the educator reads of why it failed, or waits' },
      attempts: { doc: 'how often a worker has begun' },
      mix_id: { doc: 'the work of the worker that makes, or made, the video' },
      mix_lease_until: {
        doc: 'while it is in the future, that worker is alive; of one that waits: before it no worker takes it again',
      },
      video_id: { doc: 'the draft, also once the lecture uses it; null where it is gone' },
      seconds: { doc: 'length of the video' },
      bytes: { doc: 'of the video' },
      ended_at: { doc: 'when it became ready, failed or was deleted' },
      files_removed_at: { doc: 'when what the media server wrote was deleted' },
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
      media: { type: 'LiveMediaKind' },
      media_server: { doc: 'name of the media server that has the room' },
      media_room: { doc: 'number of the room there' },
      locked: { doc: 'no one enters who has no slot' },
      waiting_room: { doc: 'who enters waits until a host admits them' },
      board_shown: { doc: 'the whiteboard is open to everyone in the room' },
      board_speakers_draw: { doc: 'not only hosts, speakers too' },
    },
  },
  live_cohosts: { table: 'Co-hosts of a session; they stay co-hosts when they come back.' },
  live_former_speakers: {
    table: 'Speakers of a session who have no slot any more: they speak again when they come back within minutes.',
    columns: { seen_at: { doc: 'when they were last connected' } },
  },
  live_participants: {
    table: 'Participants of a room; one participant slot for each user.',
    columns: {
      token_hash: { doc: 'SHA-256 of the token that resumes the slot' },
      socket_id: { doc: 'the current socket, or the last one after a lost connection' },
      seen_at: { doc: 'when a process last saw its socket' },
      connected_at: { doc: 'since when its present socket has the slot, or since it was admitted' },
      role: { type: 'GivenRole', doc: 'the educator is known from the course' },
      admitted: { doc: 'false while a host has not let them in: they are not in the room yet' },
    },
  },
  live_removed_participants: {
    table: 'Users whom a host removed from a session; they may not return to it.',
  },
  live_messages: {
    columns: { question: { type: 'LiveQuestionState', doc: 'null in messages that are no questions' } },
  },
  live_polls: {
    table: 'Polls of a session. A draft until `started_at`, open until `closed_at`.',
    columns: {
      choices: { doc: 'texts of the choices, in order' },
      several: { doc: 'several choices may be made' },
      results_at_once: { doc: 'otherwise results are shown after it was closed' },
    },
  },
  live_poll_votes: {
    table: 'One vote of a user in a poll. No one else is shown who voted for what.',
    columns: { chosen: { doc: 'indexes of the choices' } },
  },
  live_boards: {
    table: 'Whiteboard of a session. It is locked while its elements change.',
    columns: {
      revision: { doc: 'number of changes' },
      kept_revision: { doc: 'the change up to which a picture is among the files of the lecture' },
    },
  },
  live_board_elements: {
    table: 'Elements of a whiteboard, each in its newest form. Who drew it is not kept.',
    columns: {
      id: { doc: 'given by the browser that drew it' },
      version: { doc: 'the higher one counts' },
      nonce: { doc: 'of two with one version the lower one counts' },
      revision: { doc: 'the change of the board that brought this form' },
      bytes: { doc: 'length of `data`, as it was sent' },
      data: { doc: 'the element in the form of the contract; null once it was erased' },
    },
  },
  live_attendance: {
    table: 'Visits of people to live sessions. A row outlives its session: an id without a foreign key.',
    columns: { seen_at: { doc: 'the end of the visit, or when they were last noted in the room' } },
  },
  live_attendance_rules: {
    table: 'Lectures that are completed by attending so many percent of one of their sessions.',
  },
  live_notes: {
    table: "Notes that hosts wrote together in a lecture's sessions, in Markdown; none where there is no text.",
  },
  course_vectors: {
    table: "Embeddings of a course's texts by a model.",
    columns: {
      text_hash: { doc: 'hash of the texts that were embedded' },
      vectors: { doc: '32-bit floats, little-endian, one vector after the other' },
    },
  },
  search_calibrations: {
    table: 'How probable a match must be for a search to be sure of it, as it was found for a catalogue.',
    columns: {
      basis: { doc: 'hash of version, data of the search, embedding model and the lexicon of the settings' },
      sure: { doc: 'from 0 to 1' },
      marks: { doc: 'eight bytes for each course that the catalogue had' },
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
  cache_versions: {
    table: 'Versions of what all processes cache: milliseconds since 1970, or one more than before.',
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
  site_page_versions: {
    table: 'The pages that a shop must show, each version as readers saw it. Rows never change (a trigger).',
    columns: {
      kind: { doc: 'of `sitePageKinds` in the contract' },
      number: { doc: 'counts the versions of a page in a language' },
      origin: {
        type: 'SitePageOrigin',
        doc: 'published by an admin, with changed figures, or the default text to which someone agreed',
      },
      source: { doc: 'with placeholders' },
      body: { doc: 'as readers saw it, in Markdown' },
      digest: { doc: 'of kind, language and body' },
      created_by: { doc: 'null where a consent kept it' },
    },
  },
  consents: {
    table: 'To which versions of the pages people agreed, at sign-up and at the checkout.',
    columns: { order_id: { doc: 'null for the account itself' } },
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
  bulk_acts: {
    table: 'Acts of an admin on several rows at once. Kept for an hour.',
    columns: {
      key: { doc: 'made by the client: a repetition goes on with the act' },
      act: { type: 'BulkAct' },
      undone_at: { doc: 'set when its undoing begins: it changes no further row' },
    },
  },
  bulk_rows: {
    table: 'Rows that a bulk act changed.',
    columns: {
      subject_id: { doc: 'id of the account, the course or the review' },
      acts: { doc: 'entries of the audit log about it with this act: further ones keep it from being undone' },
      before: { doc: 'JSON of what the act replaced' },
      undo_outcome: { doc: 'null until its undoing was tried', type: 'UndoOutcome' },
    },
  },
  saved_filters: {
    table: 'Filters of lists that admins have saved under a name.',
    columns: { list: { type: 'FilteredList' }, query: { doc: 'JSON of the values that are set' } },
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
  sessions: {
    columns: {
      plain_cookie_until: {
        doc: 'until when the cookie from before `__Host-vc_session` is taken; null for sessions that began later',
      },
      place: { doc: 'network that it was opened from, without the last part of the address' },
      confirmed_at: { doc: 'when the owner last confirmed in it that they are there' },
    },
  },
  passkeys: {
    columns: {
      credential_id: { doc: 'of WebAuthn, in base64url' },
      public_key: { doc: 'in COSE form' },
      counter: { doc: 'of signatures; 0 where the authenticator does not count' },
      synced: { doc: 'backed up by a provider, as it was when the passkey was made' },
    },
  },
  authenticator_apps: {
    table: 'Secrets of TOTP (RFC 6238), encrypted.',
    columns: {
      waiting: { doc: 'secret that counts once its first code was typed; the one before counts until then' },
      last_step: { doc: 'time step of the newest code that was used: each works once' },
    },
  },
  recovery_codes: {
    columns: { code_hash: { doc: 'SHA-256 of user and code; the code has 80 random bits' } },
  },
  used_challenges: {
    table: 'Challenges of passkeys that were answered, until they would have expired: each works once.',
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
  passage_sets: {
    table: 'What one source of a lecture says, in passages: captions, a text, a file. Copies of a lecture share it.',
    columns: {
      id: { doc: 'hash of the source and of how passages are made' },
      kind: { type: 'PassageKind' },
      language: { doc: 'BCP 47' },
      passages: { doc: 'texts in their order, with seconds where there are any' },
      words: { doc: 'stems of the passages, as `index-words.ts` packs them' },
      topics: { doc: 'hashes of the stems that the source has most' },
      model: { doc: 'what made the vectors; null while there are none' },
      vectors: { doc: 'one for each passage, as `pack-vectors.ts` writes them' },
    },
  },
  lecture_passages: {
    columns: {
      kind: { type: 'PassageKind' },
      track: { doc: 'language of captions, id of an attachment; empty for the rest' },
    },
  },
}

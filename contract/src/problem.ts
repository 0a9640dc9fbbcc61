import { z } from 'zod'
import { bareProblems, earlySentences } from './values/early-sentences.ts'
import { sentenceMessages } from './values/sentence.ts'

/** All error codes of the API: HTTP status and default message. */
export const problems = {
  ...bareProblems,
  invalid_input: [400, 'Please check what you entered and try again'],
  passwords_too_short: [400, 'A password needs at least 8 characters'],
  payment_not_verified: [400, 'Payment verification failed.'],
  payment_pending: [409, 'Your payment is still being processed. You will be enrolled as soon as it is confirmed.'],
  payment_already_used: [409, 'This payment was already used for another order'],
  order_expired: [409, 'This order has expired. Your payment is being refunded; please start again.'],
  payment_refunded: [409, 'This payment was refunded. Nothing was booked.'],
  amount_mismatch: [400, 'The amount paid differs from the amount of the order. Nothing was booked.'],
  refund_not_allowed: [409, 'This order cannot be refunded at the moment'],
  nothing_to_pay: [400, 'There is nothing to pay. Choose a course and press Enroll Now.'],
  price_needed: [400, earlySentences.price_needed],
  price_out_of_range: [400, earlySentences.price_out_of_range],
  course_incomplete: [400, 'A course needs a title, a category and a price before it can be published'],
  live_time_needed: [400, earlySentences.live_time_needed],
  wrong_placeholder: [400, 'This text names something that the site does not know'],
  wrong_lexicon: [400, 'The lexicon cannot be read. Write a line each, such as: reactjs = react'],
  wrong_seller: [400, 'The details of the seller do not fit together'],
  wrong_captions: [400, 'This file holds no captions. Please choose a WebVTT (.vtt) or SubRip (.srt) file.'],
  wrong_code: [400, 'This code is not right, or no longer valid. Request a new one and try again.'],
  passkey_refused: [400, 'This passkey did not work here. Please try again, or choose another way.'],
  wrong_password: [400, 'The current password is not right'],
  wrong_link: [400, 'This link is not right, was used already, or is too old. Please ask for a new mail.'],
  foreign_redirect: [400, 'This address is not one that this site may be returned to'],
  broken_upload: [400, 'The upload broke off. Nothing was changed; please try again.'],
  unauthenticated: [401, 'Please log in to continue'],
  wrong_credentials: [401, 'The email address or the password is not right'],
  google_failed: [401, 'Failed to exchange code for token'],
  bad_signature: [401, 'The signature of this notice is not valid'],
  forbidden: [403, 'Your account may not do this'],
  wrong_origin: [403, 'This request came from a site that is not allowed to make it'],
  admin_signup_closed: [403, 'Admin accounts are created by an administrator'],
  invitation_invalid: [403, 'This link is not valid, was used already or has expired. Please ask for a new one.'],
  code_not_verified: [403, 'Verify the code from your email first, then set a new password'],
  google_email_unverified: [403, 'Your Google account has no verified email address'],
  own_course: [403, 'You cannot enroll in your own course'],
  only_students_enroll: [403, 'Only students can enroll in courses'],
  only_enrolled_review: [403, 'Only students enrolled in this course can review it'],
  only_enrolled_questions: [
    403,
    'Only students enrolled in this course and its educator can read, ask and answer questions',
  ],
  own_post: [403, 'You cannot vote for or report what you have written yourself'],
  own_review: [403, 'You cannot report your own review'],
  not_entitled: [403, 'Enroll in this course to watch this lecture'],
  not_open_yet: [403, 'This part of the course is not open to you yet'],
  not_completed: [403, 'There is no certificate to issue: this course grants one once you have completed it'],
  not_enrolled_live: [403, 'Enroll in this course to join its live sessions'],
  live_removed: [403, 'The educator removed you from this session'],
  second_step_needed: [403, 'This account has a second step. Please finish logging in on the login page of this site.'],
  confirmation_needed: [403, 'Please confirm first that it is you'],
  second_factor_demanded: [
    403,
    'This site asks your account for a second step when you log in. Set it up under Security on your account page.',
  ],
  address_not_proven: [403, 'Please show first that your email address is yours: we mail you a code'],
  suspended: [403, 'This account is suspended. Please write to the support of this site.'],
  own_account: [403, 'You cannot do this to your own account'],
  last_admin: [403, 'This is the last admin. Make someone else an admin first.'],
  unlisted: [403, 'An administrator took this course off the list. Please write to the support of this site.'],
  not_found: [404, earlySentences.not_found],
  method_not_allowed: [405, 'This address does not answer requests of this kind'],
  request_timeout: [408, 'The request took too long to arrive. Please try again.'],
  email_taken: [409, 'An account with this email address already exists'],
  sign_in_expired: [409, 'The first step of this login is too long ago. Please log in again.'],
  passkeys_full: [409, 'This account has as many passkeys as it may have. Remove one first.'],
  passkey_taken: [409, 'This passkey is in use already'],
  no_factor: [409, 'This account has no second step'],
  coupon_unknown: [404, 'There is no coupon with this code'],
  coupon_early: [409, 'This coupon is not valid yet'],
  coupon_ended: [409, 'This coupon is not valid any more'],
  coupon_used_up: [409, 'This coupon has been used as often as it may be'],
  coupon_used: [409, 'You have used this coupon as often as you may'],
  coupon_price: [409, 'This costs less than the coupon asks for'],
  coupon_elsewhere: [409, 'This coupon is for other courses'],
  coupon_taken: [409, 'There is a coupon with this code already. Please choose another code.'],
  sale_is_on: [409, 'A sale of this course is running. End the sale before you change the price.'],
  sale_not_possible: [409, 'Only a published course that costs something can be on sale'],
  already_enrolled: [409, 'You are already enrolled in this course'],
  live_too_early: [409, 'This session has not begun yet. Please come back at its start time.'],
  live_not_on: [409, 'There is no live session at the moment'],
  live_is_on: [409, 'This session is live. End it before you change its time.'],
  room_full: [409, 'This room is full: 6 people can be in it at once. Please try again when someone has left.'],
  not_in_room: [409, 'You are not in this room. Please join it again.'],
  changed_elsewhere: [409, 'This was changed elsewhere meanwhile. Please look at it again.'],
  drafts_full: [
    409,
    'You have as many unsaved drafts as are kept. Save or discard some of them first; what you typed here stays in this browser.',
  ],
  undo_over: [409, 'It is too late to undo this. Look at the rows, and change each back where it is needed.'],
  filter_name_taken: [409, 'You have a filter with this name already. Please choose another name.'],
  filters_full: [409, 'You have saved as many filters of this list as are kept. Delete one first.'],
  no_certificate: [409, 'This certificate does not count any more'],
  notes_full: [
    409,
    'You have as many notes and bookmarks as are kept. Delete some that you do not need any more; what you typed here stays in this browser.',
  ],
  attempt_over: [409, 'This attempt is handed in: its answers cannot be changed any more.'],
  attempts_used: [409, 'You have used all attempts of this quiz.'],
  quiz_closed: [409, 'This quiz has closed.'],
  quiz_empty: [409, 'This quiz has no questions yet.'],
  bank_full: [
    409,
    'This course has as many questions or pictures for quizzes as are kept. Delete some that you do not need any more.',
  ],
  question_differs: [
    409,
    'The kind or the choices of this question have changed, so attempts that had it cannot be marked by it. Please save it for new attempts.',
  ],
  answer_closed: [409, 'Nothing can be handed in here at the moment'],
  questions_full: [409, 'You have written as much here as is kept. Please edit or delete something of it first.'],
  question_answered: [409, 'Others have answered this question, so it stays for them. You can still edit it.'],
  not_by_hand: [
    409,
    'This cannot be ticked by hand in this course: it completes when you have watched it, or passed it.',
  ],
  terms_changed: [409, 'The terms were changed a moment ago. Please look at them, then press the button again.'],
  lectures_changed: [409, 'The lectures of this course have changed meanwhile. Please look at them again.'],
  captions_exist: [409, 'There are captions in this language already. Should new ones replace them?'],
  transcriber_off: [409, 'This site does not make captions by machine'],
  transcription_runs: [409, 'Captions of this lecture are being made already'],
  aligner_off: [409, 'This site does not time transcripts'],
  captions_changed: [409, 'These captions have changed meanwhile. Please look at them again.'],
  chapters_changed: [409, 'The chapters have changed meanwhile. Please look at them again.'],
  video_moved_on: [409, 'This video has moved on meanwhile. Please look at it again.'],
  no_streams: [409, 'This site does not prepare videos: they play as they were uploaded'],
  already_admin: [409, 'This address belongs to an admin already'],
  address_unproven: [
    409,
    'No one has shown yet that this address belongs to the owner of the account. Send an invitation to the address instead.',
  ],
  invitations_full: [409, 'There are as many open invitations as are allowed. Withdraw some of them first.'],
  no_mail_server: [
    409,
    'This site sends no mail, so no one can be invited from here. The operator can do it with: npm run admin:invite -- ADDRESS',
  ],
  role_in_use: [
    409,
    'This educator has courses, and only educators can look after courses. They have to be removed first.',
  ],
  has_students: [
    409,
    'This educator sells courses that have students. Take them off the list first; the students keep them.',
  ],
  money_owed: [
    409,
    'This educator is still owed money, or a payout is on its way to them. Pay it out first, then delete the account.',
  ],
  second_person_needed: [
    403,
    'Another admin has to confirm this payout run: not the one who made it, nor one who became an admin after it was drafted or in the three days before.',
  ],
  bank_file_downloaded: [
    409,
    'The bank file of this run was downloaded. Say that the bank does not have it any more: otherwise it pays, and the next run pays again.',
  ],
  payout_run_closed: [409, 'This payout run has moved on meanwhile. Please look at it again.'],
  nothing_payable: [409, 'No educator with bank details has enough to be paid out at the moment.'],
  bank_details_unreadable: [
    409,
    'Bank details cannot be decrypted with the present secret. The operator finds help in docs/runbooks/payouts.md.',
  ],
  storage_full: [413, 'There is no room left for this file. Remove files that you no longer need.'],
  upload_conflict: [409, 'This upload has moved on meanwhile. Ask for its state before you go on.'],
  other_file: [409, 'This is not the file that this upload began with. Choose that one, or cancel the upload.'],
  tus_version: [412, 'Resumable uploads take version 1.0.0 of the tus protocol, in the header Tus-Resumable'],
  address_too_long: [414, 'This address is too long'],
  wrong_media: [415, 'This kind of file is not supported'],
  range_not_satisfiable: [416, 'The requested part lies outside of the file'],
  unknown_host: [421, 'This site is not served under this host name. To use it, set PUBLIC_URL.'],
  upload_in_use: [423, 'Another connection is sending this upload. Please try again in a moment.'],
  rate_limited: [429, 'Too many attempts. Please wait a few minutes and try again.'],
  headers_too_large: [431, 'The headers of this request are too large'],
  payment_provider_down: [502, 'The payment provider does not answer at the moment. You were not charged.'],
  google_unavailable: [503, 'Google sign-in failed. Please try again.'],
  disk_full: [507, 'There is not enough space left to store this file. Please tell the operator of this site.'],
} as const satisfies Record<string, readonly [number, string]>

export type ErrorCode = keyof typeof problems

const codes = Object.keys(problems) as [ErrorCode, ...ErrorCode[]] // keys of a literal object: the cast only keeps their names

/** Body of every reply that is not 2xx. */
export const Problem = z.object({
  message: z.string().meta({ description: 'a sentence for people, safe to show' }),
  code: z.enum(codes).meta({ description: 'stable, for programs' }),
  requestId: z.string(),
  fields: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
})
export type Problem = z.output<typeof Problem>

/** Returns the HTTP status of an error code. */
export const statusOf = (code: ErrorCode): number => problems[code][0]

/** Returns the default message of an error code. */
export const messageOf = (code: ErrorCode): string => problems[code][1]

/** All sentences of the contract that people read, for the catalogues of translations. */
export const readerSentences = (): string[] => [
  ...new Set([...sentenceMessages(), ...Object.values(problems).map(([, message]) => message)]),
]

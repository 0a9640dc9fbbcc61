import type { Migration } from 'kysely/migration'
import * as firstSale from './001-first-sale.ts'
import * as accounts from './002-accounts.ts'
import * as wishlistNotifications from './003-wishlist-notifications.ts'
import * as learning from './004-learning.ts'
import * as live from './005-live.ts'
import * as posters from './006-posters.ts'
import * as search from './007-search.ts'
import * as assistant from './008-assistant.ts'
import * as admin from './009-admin.ts'
import * as adminInvitations from './010-admin-invitations.ts'
import * as resetRequests from './011-reset-requests.ts'
import * as orderStates from './012-order-states.ts'
import * as notificationTopics from './012-topics-of-notifications.ts'
import * as standardNames from './014-standard-names.ts'
import * as notificationKinds from './015-notification-kinds.ts'
import * as courseDocuments from './016-course-documents.ts'
import * as rateLimits from './017-rate-limits.ts'
import * as listsThatGrow from './018-lists-that-grow.ts'
import * as cacheAuthors from './019-cache-authors.ts'
import * as courseReviews from './020-course-reviews.ts'
import * as catalogueFilters from './021-catalogue-filters.ts'
import * as sectionsAndLectureTexts from './022-sections-and-lecture-texts.ts'
import * as attachments from './023-attachments.ts'
import * as accountCodes from './024-account-codes.ts'
import * as notificationMails from './025-notification-mails.ts'
import * as coursePoints from './026-course-points.ts'
import * as ordersByCourse from './027-orders-by-course.ts'
import * as money from './028-money.ts'
import * as invoices from './029-invoices.ts'
import * as offers from './030-offers.ts'
import * as payouts from './031-payouts.ts'
import * as orderLists from './032-order-lists.ts'
import * as streams from './033-streams.ts'
import * as uploads from './034-uploads.ts'
import * as captions from './035-captions.ts'
import * as insight from './036-insight.ts'
import * as storageUsage from './037-storage-usage.ts'
import * as textStorage from './039-text-storage.ts'
import * as servedLectures from './040-served-lectures.ts'
import * as recomputedBundles from './041-recomputed-bundles-and-counted-reviews.ts'
import * as sumsOfSales from './042-sums-of-sales.ts'
import * as balancesOfEducators from './043-balances-of-educators.ts'
import * as indexesOfRareWork from './044-indexes-of-rare-work.ts'
import * as videoLengths from './045-video-lengths.ts'
import * as sessionCookie from './048-session-cookie.ts'
import * as formerAdmins from './049-former-admins.ts'
import * as couponHolds from './050-coupon-holds.ts'
import * as versionsOfTheList from './051-versions-of-the-list.ts'
import * as languages from './052-languages.ts'
import * as sitePages from './053-site-pages.ts'
import * as secondFactor from './055-second-factor.ts'
import * as drafts from './057-drafts.ts'
import * as bulkActsAndSavedFilters from './058-bulk-acts-and-saved-filters.ts'
import * as draftsOfNew from './059-drafts-of-new.ts'
import * as unsureSearches from './060-unsure-searches.ts'
import * as notes from './062-notes.ts'
import * as kindsOfEntries from './063-kinds-of-entries.ts'
import * as completionRules from './064-completion-rules.ts'
import * as questions from './066-questions.ts'
import * as certificatesOfCourses from './068-certificates-of-courses.ts'
import * as certificates from './069-certificates.ts'
import * as quizzes from './070-quizzes.ts'
import * as assignments from './073-assignments.ts'
import * as calendarAddresses from './076-calendar-addresses.ts'
import * as bankImports from './078-bank-imports.ts'
import * as openings from './079-openings.ts'
import * as announcements from './080-announcements.ts'
import * as videoChecks from './081-video-checks.ts'
import * as markCorrections from './082-mark-corrections.ts'
import * as correctedMarks from './084-corrected-marks.ts'
import * as earlyOpenings from './086-early-openings.ts'
import * as announcementReports from './088-announcement-reports.ts'
import * as passages from './090-passages.ts'
import * as unansweredQuestions from './094-unanswered-questions.ts'
import * as liveClass from './095-live-class.ts'
import * as liveTogether from './096-live-together.ts'
import * as liveRecordings from './097-live-recordings.ts'
import * as liveAttendance from './098-live-attendance.ts'
import * as liveBoards from './099-live-boards.ts'
import * as boardBytes from './100-board-bytes.ts'
import * as liveFloor from './101-live-floor.ts'
import * as consentsOfOrders from './102-consents-of-orders.ts'
import * as partlyReturnedPayments from './103-partly-returned-payments.ts'
import * as returnedTaxes from './104-returned-taxes.ts'
import * as searchCalibrations from './105-search-calibrations.ts'
import * as vectorsOfIndianTexts from './106-vectors-of-indian-texts.ts'
import * as vectorsOfReadWords from './107-vectors-of-read-words.ts'

/** All migrations in the order of their names. Do not change applied ones. */
export const migrations: Record<string, Migration> = {
  '001-first-sale': firstSale,
  '002-accounts': accounts,
  '003-wishlist-notifications': wishlistNotifications,
  '004-learning': learning,
  '005-live': live,
  '006-posters': posters,
  '007-search': search,
  '008-assistant': assistant,
  '009-admin': admin,
  '010-admin-invitations': adminInvitations,
  '011-reset-requests': resetRequests,
  '012-order-states': orderStates,
  '012-topics-of-notifications': notificationTopics,
  '014-standard-names': standardNames,
  '015-notification-kinds': notificationKinds,
  '016-course-documents': courseDocuments,
  '017-rate-limits': rateLimits,
  '018-lists-that-grow': listsThatGrow,
  '019-cache-authors': cacheAuthors,
  '020-course-reviews': courseReviews,
  '021-catalogue-filters': catalogueFilters,
  '022-sections-and-lecture-texts': sectionsAndLectureTexts,
  '023-attachments': attachments,
  '024-account-codes': accountCodes,
  '025-notification-mails': notificationMails,
  '026-course-points': coursePoints,
  '027-orders-by-course': ordersByCourse,
  '028-money': money,
  '029-invoices': invoices,
  '030-offers': offers,
  '031-payouts': payouts,
  '032-order-lists': orderLists,
  '033-streams': streams,
  '034-uploads': uploads,
  '035-captions': captions,
  '036-insight': insight,
  '037-storage-usage': storageUsage,
  '039-text-storage': textStorage,
  '040-served-lectures': servedLectures,
  '041-recomputed-bundles-and-counted-reviews': recomputedBundles,
  '042-sums-of-sales': sumsOfSales,
  '043-balances-of-educators': balancesOfEducators,
  '044-indexes-of-rare-work': indexesOfRareWork,
  '045-video-lengths': videoLengths,
  '048-session-cookie': sessionCookie,
  '049-former-admins': formerAdmins,
  '050-coupon-holds': couponHolds,
  '051-versions-of-the-list': versionsOfTheList,
  '052-languages': languages,
  '053-site-pages': sitePages,
  '055-second-factor': secondFactor,
  '057-drafts': drafts,
  '058-bulk-acts-and-saved-filters': bulkActsAndSavedFilters,
  '059-drafts-of-new': draftsOfNew,
  '060-unsure-searches': unsureSearches,
  '062-notes': notes,
  '063-kinds-of-entries': kindsOfEntries,
  '064-completion-rules': completionRules,
  '066-questions': questions,
  '068-certificates-of-courses': certificatesOfCourses,
  '069-certificates': certificates,
  '070-quizzes': quizzes,
  '073-assignments': assignments,
  '076-calendar-addresses': calendarAddresses,
  '078-bank-imports': bankImports,
  '079-openings': openings,
  '080-announcements': announcements,
  '081-video-checks': videoChecks,
  '082-mark-corrections': markCorrections,
  '084-corrected-marks': correctedMarks,
  '086-early-openings': earlyOpenings,
  '088-announcement-reports': announcementReports,
  '090-passages': passages,
  '094-unanswered-questions': unansweredQuestions,
  '095-live-class': liveClass,
  '096-live-together': liveTogether,
  '097-live-recordings': liveRecordings,
  '098-live-attendance': liveAttendance,
  '099-live-boards': liveBoards,
  '100-board-bytes': boardBytes,
  '101-live-floor': liveFloor,
  '102-consents-of-orders': consentsOfOrders,
  '103-partly-returned-payments': partlyReturnedPayments,
  '104-returned-taxes': returnedTaxes,
  '105-search-calibrations': searchCalibrations,
  '106-vectors-of-indian-texts': vectorsOfIndianTexts,
  '107-vectors-of-read-words': vectorsOfReadWords,
}

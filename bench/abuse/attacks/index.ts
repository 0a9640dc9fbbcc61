import type { Attack } from '../lib/attack.ts'
import {
  halfHeaders,
  pollingHandshakes,
  readiness,
  socketEvents,
  socketLoop,
  strangerSockets,
  unreadCatalogue,
  unreadPages,
} from './connections.ts'
import { captionCopies, courseEdits, courseFlood, orderCodes, orderFlood, reviewLoop } from './courses.ts'
import { codeFlood, manyAddresses, oneAccount, ownAccount } from './logins.ts'
import { abandonedChats, abandonedSearches, homePage, manyQueries, markRuns, missingPages } from './requests.ts'
import {
  announcedUploads,
  chunkedUploads,
  drippingBodies,
  flatAvif,
  largeJpeg,
  slowForms,
  unfinishedBodies,
  unfinishedUploads,
  unknownField,
} from './uploads.ts'

/** Every attack, in the order in which they run. */
export const attacks: readonly Attack[] = [
  abandonedSearches,
  abandonedChats,
  markRuns,
  flatAvif,
  largeJpeg,
  unfinishedBodies,
  drippingBodies,
  homePage,
  manyQueries,
  missingPages,
  manyAddresses,
  oneAccount,
  ownAccount,
  unfinishedUploads,
  chunkedUploads,
  unknownField,
  announcedUploads,
  slowForms,
  codeFlood,
  socketEvents,
  socketLoop,
  strangerSockets,
  orderFlood,
  orderCodes,
  captionCopies,
  courseEdits,
  courseFlood,
  reviewLoop,
  halfHeaders,
  unreadPages,
  unreadCatalogue,
  pollingHandshakes,
  readiness,
]

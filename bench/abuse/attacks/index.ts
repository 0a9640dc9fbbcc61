import type { Attack } from '../lib/attack.ts'
import { drippingBodies, unfinishedBodies } from './bodies.ts'
import { codeFlood } from './codes.ts'
import { halfHeaders, pollingHandshakes, readiness, unreadCatalogue, unreadPages } from './connections.ts'
import { courseEdits, courseFlood, reviewLoop } from './content.ts'
import { manyAddresses, oneAccount, ownAccount } from './logins.ts'
import { orderFlood } from './orders.ts'
import { homePage, manyQueries, missingPages } from './pages.ts'
import { flatAvif, largeJpeg } from './pictures.ts'
import { abandonedChats, abandonedSearches, markRuns } from './searches.ts'
import { socketEvents, socketLoop, strangerSockets } from './sockets.ts'
import { chunkedUploads, unfinishedUploads, unknownField } from './uploads.ts'

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
  codeFlood,
  socketEvents,
  socketLoop,
  strangerSockets,
  orderFlood,
  courseEdits,
  courseFlood,
  reviewLoop,
  halfHeaders,
  unreadPages,
  unreadCatalogue,
  pollingHandshakes,
  readiness,
]

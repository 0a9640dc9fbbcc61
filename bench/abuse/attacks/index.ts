import type { Attack } from '../lib/attack.ts'
import { drippingBodies, unfinishedBodies } from './bodies.ts'
import { codeFlood } from './codes.ts'
import { manyAddresses, oneAccount } from './logins.ts'
import { orderFlood } from './orders.ts'
import { homePage, manyQueries, missingPages } from './pages.ts'
import { flatAvif, largeJpeg } from './pictures.ts'
import { abandonedChats, abandonedSearches } from './searches.ts'
import { socketEvents, socketLoop, strangerSockets } from './sockets.ts'
import { chunkedUploads, unfinishedUploads, unknownField } from './uploads.ts'

/** Every attack, in the order in which they run. */
export const attacks: readonly Attack[] = [
  abandonedSearches,
  abandonedChats,
  flatAvif,
  largeJpeg,
  unfinishedBodies,
  drippingBodies,
  homePage,
  manyQueries,
  missingPages,
  manyAddresses,
  oneAccount,
  unfinishedUploads,
  chunkedUploads,
  unknownField,
  codeFlood,
  socketEvents,
  socketLoop,
  strangerSockets,
  orderFlood,
]

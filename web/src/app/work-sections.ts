import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { paths } from '#lib/paths.ts'
import { adminPaths, studioPaths } from '#lib/work-paths.ts'

/** A section of a work area: what it is called, where it is, and the addresses of its pages. Icons belong to its navigation. */
type WorkPlace = { label: MessageDescriptor; to: string; within: RegExp }

export const studioPlaces = [
  { label: msg`Dashboard`, to: paths.dashboard, within: /^\/dashboard/ },
  {
    label: msg`Courses`,
    to: paths.myCourses,
    within:
      /^\/(courses$|courses\/[^/]+\/(?!students)|createcourses|addcourses|createlecture|editlecture|editassignment|editquiz|quizstatistics)/,
  },
  { label: msg`Students`, to: studioPaths.students, within: /^\/(students|courses\/[^/]+\/students)/ },
  { label: msg`Questions`, to: studioPaths.questions(), within: /^\/questions/ },
  { label: msg`Reviews`, to: studioPaths.reviews(), within: /^\/reviews/ },
  { label: msg`Answers`, to: studioPaths.answers(), within: /^\/answers/ },
  { label: msg`Live`, to: studioPaths.liveSessions, within: /^\/livesessions/ },
  { label: msg`Offers`, to: studioPaths.coupons, within: /^\/offers/ },
  { label: msg`Earnings`, to: studioPaths.earnings, within: /^\/earnings/ },
] as const satisfies WorkPlace[]

export const adminPlaces = [
  { label: msg`Overview`, to: paths.adminDashboard },
  { label: msg`Users`, to: adminPaths.users },
  { label: msg`Courses`, to: adminPaths.courses },
  { label: msg`Reviews`, to: adminPaths.reviews },
  { label: msg`Questions`, to: adminPaths.posts },
  { label: msg`Orders`, to: adminPaths.orders },
  { label: msg`Money`, to: adminPaths.money },
  { label: msg`Payouts`, to: adminPaths.payouts },
  { label: msg`Coupons`, to: adminPaths.coupons },
  { label: msg`Bundles`, to: adminPaths.bundles },
  { label: msg`Searches`, to: adminPaths.searches },
  { label: msg`Storage`, to: adminPaths.storage },
  { label: msg({ message: 'Pages', context: 'admin' }), to: adminPaths.pages },
  { label: msg`Audit log`, to: adminPaths.audit },
  { label: msg`Settings`, to: adminPaths.settings },
].map((place): WorkPlace => ({ ...place, within: new RegExp(`^${place.to}(/|$)`) }))

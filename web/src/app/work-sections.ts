import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { paths } from '#lib/paths.ts'

/** A section of a work area: what it is called, where it is, and the addresses of its pages. Icons belong to its navigation. */
type WorkPlace = { label: MessageDescriptor; to: string; within: RegExp }

export const studioPlaces = [
  { label: msg`Dashboard`, to: paths.dashboard, within: /^\/dashboard/ },
  {
    label: msg`Courses`,
    to: paths.myCourses,
    within: /^\/(courses$|courses\/[^/]+\/insight|createcourses|addcourses|createlecture|editlecture|editassignment)/,
  },
  { label: msg`Students`, to: paths.myStudents, within: /^\/(students|courses\/[^/]+\/students)/ },
  { label: msg`Questions`, to: paths.myQuestions(), within: /^\/questions/ },
  { label: msg`Reviews`, to: paths.myReviews(), within: /^\/reviews/ },
  { label: msg`Answers`, to: paths.answers(), within: /^\/answers/ },
  { label: msg`Live`, to: paths.myLiveSessions, within: /^\/livesessions/ },
  { label: msg`Offers`, to: paths.myCoupons, within: /^\/offers/ },
  { label: msg`Earnings`, to: paths.earnings, within: /^\/earnings/ },
] as const satisfies WorkPlace[]

export const adminPlaces = [
  { label: msg`Overview`, to: paths.adminDashboard },
  { label: msg`Users`, to: paths.adminUsers },
  { label: msg`Courses`, to: paths.adminCourses },
  { label: msg`Reviews`, to: paths.adminReviews },
  { label: msg`Questions`, to: paths.adminPosts },
  { label: msg`Orders`, to: paths.adminOrders },
  { label: msg`Money`, to: paths.adminMoney },
  { label: msg`Payouts`, to: paths.adminPayouts },
  { label: msg`Coupons`, to: paths.adminCoupons },
  { label: msg`Bundles`, to: paths.adminBundles },
  { label: msg`Searches`, to: paths.adminSearches },
  { label: msg`Storage`, to: paths.adminStorage },
  { label: msg({ message: 'Pages', context: 'admin' }), to: paths.adminPages },
  { label: msg`Audit log`, to: paths.adminAudit },
  { label: msg`Settings`, to: paths.adminSettings },
].map((place): WorkPlace => ({ ...place, within: new RegExp(`^${place.to}(/|$)`) }))

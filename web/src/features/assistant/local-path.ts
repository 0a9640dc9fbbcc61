const base = 'https://here.invalid'
/** The first part of the addresses that a message may lead to. */
const pages = new Set([
  '',
  'allcourses',
  'viewcourse',
  'viewlecture',
  'enrolledcourses',
  'searchwithai',
  'wishlist',
  'notifications',
  'profile',
  'editprofile',
  'login',
  'signup',
  'forgotpassword',
])

/** The path of one of our pages, as a link may carry it; null for everything else: other sites, scripts, calls of the API. */
export function localPath(href: string): string | null {
  if (!href.startsWith('/') || /[\\\s\p{Cc}]/u.test(href) || !URL.canParse(href, base)) return null
  const url = new URL(href, base)
  const [, first = '', second] = url.pathname.split('/')
  // "//other.example" has an empty first part too
  if (url.origin !== base || !pages.has(first) || (first === '' && second !== undefined)) return null
  return url.pathname + url.search + url.hash
}

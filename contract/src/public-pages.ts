import { z } from 'zod'
import { PublicUser } from './accounts/accounts.ts'
import { CourseDetails } from './courses.ts'
import { endpoint, stream } from './endpoint.ts'
import { type Category, categories, Id } from './values/fields.ts'

/** Longest readable part of an address, in UTF-16 units. */
const longestSlug = 80

/**
 * Returns the readable part of an address: lower-case letters and digits of any script, joined by hyphens, without accents of Latin
 * letters; "" for a text without letters and digits. Cut between words, or inside of one that is too long.
 */
export function slugOf(text: string): string {
  const plain = text.normalize('NFD').replace(/[\u0300-\u036f]/g, '')
  const words =
    plain
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  let slug = ''
  for (const word of words) {
    const longer = slug === '' ? cut(word) : `${slug}-${word}`
    if (longer.length > longestSlug) break
    slug = longer
  }
  return slug
}

/** Cuts a word that is too long, without splitting a character. */
function cut(word: string): string {
  if (word.length <= longestSlug) return word
  let start = ''
  for (const { segment } of new Intl.Segmenter('en').segment(word.slice(0, 4 * longestSlug))) {
    if (start.length + segment.length > longestSlug) break
    start += segment
  }
  return start
}

/** Returns the last part of a course's public address: its title and its id. */
export const courseSlug = (course: { _id: string; title: string }): string => {
  const slug = slugOf(course.title)
  return slug === '' ? course._id : `${slug}-${course._id}`
}

/** Returns the id at the end of a course's public address; the rest may be of an earlier title. */
export const courseIdOf = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1)

/** Addresses of the pages that anyone may read. */
export const publicPaths = {
  browse: '/browse',
  category: (category: Category) => `/browse/${slugOf(category)}`,
  /** where anyone checks a certificate */
  certificate: (serial: string) => `/certificate/${serial}`,
  course: (course: { _id: string; title: string }) => `/course/${encodeURIComponent(courseSlug(course))}`,
} as const

/** Returns the category of an address; null for any other text. */
export const categoryOfSlug = (slug: string): Category | null =>
  categories.find((category) => slugOf(category) === slug) ?? null

/**
 * Address of a public page in a language; the site's own one needs no name. `inLanguage('/browse?page=2', 'hi', 'en')` is
 * `/browse?page=2&lang=hi`.
 */
export const inLanguage = (address: string, tag: string, siteLanguage: string): string =>
  tag === siteLanguage ? address : `${address}${address.includes('?') ? '&' : '?'}lang=${tag}`

/** Limits of the protocol (sitemaps.org): addresses in a file, and files that are listed. Courses behind the last one are left out. */
export const sitemapLimits = { addresses: 50_000, files: 20 } as const

export const publicPages = {
  course: endpoint({
    method: 'GET',
    path: '/api/course/public/:courseId',
    access: 'public',
    summary: 'A published course with its educator, the same for everyone; none while public pages are off',
    params: z.object({ courseId: Id }),
    status: 200,
    reply: z.object({
      course: CourseDetails,
      educator: PublicUser.pick({ name: true, description: true, photoUrl: true }),
    }),
    errors: ['not_found'],
  }),
  robots: stream({
    method: 'GET',
    path: '/robots.txt',
    access: 'public',
    summary: 'Which pages search engines may read, and where the sitemap is',
    status: 200,
    contentType: 'text/plain',
    errors: [],
  }),
  sitemapIndex: stream({
    method: 'GET',
    path: '/sitemap.xml',
    access: 'public',
    summary: 'The files of the sitemap; none while public pages are off',
    status: 200,
    contentType: 'application/xml',
    errors: ['not_found'],
  }),
  sitemap: stream({
    method: 'GET',
    path: '/sitemap-:file',
    access: 'public',
    summary: 'Addresses of public pages with the time of their last change, at most 50,000',
    params: z.object({ file: z.string().max(64) }),
    status: 200,
    contentType: 'application/xml',
    errors: ['not_found'],
  }),
}

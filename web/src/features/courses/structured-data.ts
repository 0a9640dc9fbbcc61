import { type CourseCard, type CourseDetails, publicPaths, srcSetOf } from '@virtual-courses/contract'
import { cutText } from '#lib/text/cut-text.ts'
import { readUrl } from '#lib/text/read-url.ts'

/** A thing of schema.org as JSON-LD. */
export type Thing = { '@type': string; [property: string]: unknown }

/** The site that the addresses of its pages and images begin with. */
export type Site = { siteName: string; publicUrl: string }

type Educator = { name: string; description: string }

const absolute = ({ publicUrl }: Site, path: string): string => (readUrl(path) ? path : publicUrl + path)

/** Returns the path of an image in a size for previews on other sites; undefined for a course without a picture. */
export function previewImage(thumbnail: string): string | undefined {
  if (thumbnail === '') return undefined
  return srcSetOf(thumbnail, 'webp') ? thumbnail.replace(/\d+\.webp$/, '1280.webp') : thumbnail
}

const providerOf = (site: Site): Thing => ({ '@type': 'Organization', name: site.siteName, url: `${site.publicUrl}/` })

/** ISO 8601: PT1H20M. */
function durationOf(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60))
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${rest > 0 ? `${rest}M` : ''}`
}

/** The site with its provider, for the home page. */
export const siteThings = (site: Site): Thing[] => [
  { '@type': 'WebSite', name: site.siteName, url: `${site.publicUrl}/`, publisher: providerOf(site) },
]

type CourseFacts = { course: CourseDetails; educator: Educator; seconds: number | null }

/** A course that is for sale. It has a rating only when people rated it. */
export function courseThing(site: Site, { course, educator, seconds }: CourseFacts): Thing {
  const url = absolute(site, publicPaths.course(course))
  const image = previewImage(course.thumbnail)
  const free = course.price === 0
  return {
    '@type': 'Course',
    '@id': url,
    url,
    name: course.title,
    description: course.subTitle || cutText(course.description, 500) || course.title,
    ...(image !== undefined && { image: absolute(site, image) }),
    ...(course.language !== 'other' && { inLanguage: course.language }),
    ...(course.level && { educationalLevel: course.level }),
    ...(course.category && { about: { '@type': 'Thing', name: course.category } }),
    datePublished: course.createdAt,
    dateModified: course.updatedAt,
    ...(course.outcomes.length > 0 && { teaches: course.outcomes }),
    ...(course.requirements.length > 0 && { coursePrerequisites: course.requirements }),
    isAccessibleForFree: free,
    provider: providerOf(site),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      ...(seconds !== null && { courseWorkload: durationOf(seconds) }),
      instructor: {
        '@type': 'Person',
        name: educator.name,
        ...(educator.description && { description: cutText(educator.description, 500) }),
      },
    },
    ...(course.price !== null && {
      offers: {
        '@type': 'Offer',
        url,
        price: String(course.price),
        priceCurrency: 'INR',
        category: free ? 'Free' : 'Paid',
        availability: 'https://schema.org/InStock',
      },
    }),
    ...(course.reviewCount > 0 && {
      aggregateRating: {
        '@type': 'AggregateRating',
        ratingValue: course.averageRating,
        ratingCount: course.reviewCount,
        bestRating: 5,
        worstRating: 1,
      },
    }),
  }
}

/** The pages above a page and the page itself. */
export const breadcrumbThing = (site: Site, steps: readonly { name: string; path: string }[]): Thing => ({
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, path }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(site, path),
  })),
})

/** A list of courses. */
export const listThing = (site: Site, name: string, courses: readonly CourseCard[]): Thing => ({
  '@type': 'ItemList',
  name,
  numberOfItems: courses.length,
  itemListElement: courses.map((course, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: course.title,
    url: absolute(site, publicPaths.course(course)),
  })),
})

/** Returns things as the text of a script element: no text of a course can end it or begin a comment. */
export const jsonLdOf = (things: readonly Thing[]): string =>
  JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

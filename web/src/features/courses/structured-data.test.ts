import { readFileSync } from 'node:fs'
import type { CourseDetails } from '@virtual-courses/contract'
import { describe, expect, it } from 'vitest'
import {
  breadcrumbThing,
  courseThing,
  jsonLdOf,
  listThing,
  previewImage,
  siteThings,
  type Thing,
} from './structured-data.ts'

const site = { siteName: 'Virtual Courses', publicUrl: 'https://courses.example' }
const course: CourseDetails = {
  _id: 'c1',
  title: 'Spreadsheets for shops',
  subTitle: 'Count once',
  description: 'What it says.',
  category: 'Data Analytics',
  level: 'Beginner',
  price: 499.5,
  thumbnail: '/api/media/images/i1/640.webp',
  creator: 'u1',
  creatorName: 'Meera',
  averageRating: 4.5,
  reviewCount: 2,
  enrolledCount: 3,
  lectureCount: 0,
  totalSeconds: 0,
  language: 'hi',
  isPublished: true,
  published: true,
  sections: [],
  lectures: [],
  reviews: [],
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
  outcomes: ['Count once', 'Count with <formulas>'],
  requirements: ['A spreadsheet'],
  audience: ['Shopkeepers'],
  certificate: false,
  instructor: { courses: 1, enrolments: 3, reviews: 2, averageRating: 4.5 },
}
const facts = {
  course,
  educator: { name: 'Meera', description: 'Counts.' },
  seconds: 4830,
}
const free = { ...course, price: 0, reviewCount: 0, averageRating: 0, thumbnail: '', category: null, level: null }
const steps = [{ name: 'All Courses', path: '/browse' }]

// the definitions of schema.org, see scripts/checks/vendor-schema-org.ts
const { types, properties } = JSON.parse(
  readFileSync(new URL('./fixtures/schema-org.json', import.meta.url), 'utf8'),
) as {
  types: Record<string, string[]>
  properties: Record<string, { of: string[]; values: string[] }>
}

/** What contradicts the definitions: unknown types and properties, properties of other types, values of other kinds. */
function problemsOf(value: unknown, at: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, index) => problemsOf(one, `${at}[${index}]`))
  if (typeof value !== 'object' || value === null) return []
  const { '@type': type, '@id': _, ...rest } = value as Thing
  const kinds = types[type]
  if (!kinds) return [`${at}: no type ${type}`]
  return Object.entries(rest).flatMap(([name, content]) => {
    const definition = properties[name]
    const where = `${at}.${name}`
    if (!definition?.of.some((domain) => kinds.includes(domain))) return [`${where}: no property of ${type}`]
    const wrong = [content].flat().filter((one) => !isOf(definition.values, one))
    return [...wrong.map((one) => `${where}: ${JSON.stringify(one)}`), ...problemsOf(content, where)]
  })
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text)

function isOf(values: readonly string[], content: unknown): boolean {
  const oneOf = (...names: string[]) => names.some((name) => values.includes(name))
  if (typeof content === 'number') return oneOf('Number', 'Integer') && Number.isFinite(content)
  if (typeof content === 'boolean') return oneOf('Boolean')
  if (typeof content === 'string')
    return (
      (content !== '' && oneOf('Text')) ||
      (oneOf('URL', 'ItemAvailability', 'Thing') && URL.canParse(content)) ||
      (oneOf('Date', 'DateTime') && isDate(content))
    )
  return (types[(content as Thing)['@type']] ?? []).some((name) => values.includes(name))
}

describe('structured data', () => {
  it.each<[string, Thing]>([
    ['a course', courseThing(site, facts)],
    ['a free course without anything', courseThing(site, { ...facts, course: free, seconds: null })],
    ['a list', listThing(site, 'Data Analytics courses', [course, free])],
    ['a list of nothing', listThing(site, 'Data Analytics courses', [])],
    ['the pages above', breadcrumbThing(site, steps)],
    ...siteThings(site).map((thing): [string, Thing] => ['the site', thing]),
  ])('keeps to the definitions of schema.org: %s', (_name, thing) => {
    expect(problemsOf(thing, thing['@type'])).toEqual([])
  })

  it('has absolute addresses, the price in rupees and the length', () => {
    expect(courseThing(site, facts)).toMatchObject({
      url: 'https://courses.example/course/spreadsheets-for-shops-c1',
      image: 'https://courses.example/api/media/images/i1/1280.webp',
      offers: { price: '499.5', priceCurrency: 'INR', category: 'Paid' },
      provider: { '@type': 'Organization', name: 'Virtual Courses' },
      inLanguage: 'hi',
      hasCourseInstance: { courseWorkload: 'PT1H21M' },
      aggregateRating: { ratingValue: 4.5, ratingCount: 2 },
    })
    expect(breadcrumbThing(site, steps)).toMatchObject({
      itemListElement: [{ position: 1, item: 'https://courses.example/browse' }],
    })
    expect(previewImage('https://media.example/x.png')).toBe('https://media.example/x.png')
  })

  it('claims no rating, no picture and no price that a course does not have', () => {
    const thing = courseThing(site, { ...facts, course: { ...free, price: null } })
    for (const name of ['aggregateRating', 'image', 'offers', 'about', 'educationalLevel'])
      expect(thing).not.toHaveProperty(name)
    expect(courseThing(site, { ...facts, course: free })).toMatchObject({ offers: { price: '0', category: 'Free' } })
  })

  it.each(['</script><script>alert(1)</script>', '<!--<script>', ']]>', '\u2028alert(1)', '"}]}', '&lt;/script&gt;'])(
    'lets a title of %j neither end the script nor change the data',
    (title) => {
      const text = jsonLdOf([courseThing(site, { ...facts, course: { ...course, title } })])
      expect(text).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(text)).toMatchObject({ '@context': 'https://schema.org', '@graph': [{ name: title }] })
    },
  )
})

import { useContext, useState } from 'react'
import { NonceContext } from '#lib/nonce.ts'
import { useSettings } from '#lib/session/root-data.ts'
import { useHydrated } from '#lib/use-hydrated.ts'
import {
  breadcrumbThing,
  courseThing,
  jsonLdOf,
  listThing,
  type Site,
  siteThings,
  type Thing,
} from './structured-data.ts'

/**
 * Data for search engines, which read the first document only: the server writes it, the browser keeps it as it is and makes none. Give it
 * a key that changes with the page.
 */
function JsonLd({ things }: { things: (site: Site) => readonly Thing[] }) {
  const nonce = useContext(NonceContext)
  const site = useSettings()
  const hydrated = useHydrated()
  const [inDocument] = useState(!hydrated)
  if (!inDocument) return null
  const text = import.meta.env.SSR ? jsonLdOf(things(site)) : ''
  return (
    <script
      type="application/ld+json"
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by jsonLdOf
      dangerouslySetInnerHTML={{ __html: text }}
    />
  )
}

type Steps = Parameters<typeof breadcrumbThing>[1]

/** The site, on its home page. */
export const SiteData = () => <JsonLd things={(site) => (import.meta.env.SSR ? siteThings(site) : [])} />

type CourseProps = { facts: Parameters<typeof courseThing>[1]; steps: Steps }

/** A course and the pages above it. */
export const CourseData = ({ facts, steps }: CourseProps) => (
  <JsonLd things={(site) => (import.meta.env.SSR ? [courseThing(site, facts), breadcrumbThing(site, steps)] : [])} />
)

type ListProps = { name: string; courses: Parameters<typeof listThing>[2]; steps: Steps }

/** A list of courses and the pages above it. */
export const ListData = ({ name, courses, steps }: ListProps) => (
  <JsonLd
    things={(site) => (import.meta.env.SSR ? [listThing(site, name, courses), breadcrumbThing(site, steps)] : [])}
  />
)

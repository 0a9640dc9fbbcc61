import { api, type ReplyOf } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { findUser, presentPublicUser } from '../../accounts/index.ts'
import { presentDetails } from '../present.ts'
import { findCourse } from '../queries.ts'
import { decideVisible, pricedAt } from '../rules.ts'
import { createSitemap } from './sitemap.ts'

/** Pages that lead visitors to sign up, and addresses that are no pages. */
const notForRobots = [
  ...['/api/', '/admin/', '/admin-invitation', '/auth/', '/dev/', '/signup?', '/login?'],
  ...['/profile', '/editprofile', '/account', '/sessions', '/allcourses', '/viewcourse/', '/viewlecture/', '/live/'],
  ...['/searchwithai', '/enrolledcourses', '/wishlist', '/notifications', '/unsubscribe', '/forgotpassword'],
  ...[
    '/dashboard',
    '/courses',
    '/students',
    '/reviews',
    '/livesessions',
    '/earnings',
    '/offers/',
    '/createcourses',
    '/addcourses/',
    '/createlecture/',
    '/editlecture/',
  ],
]

type Deps = Pick<FeatureDeps, 'db' | 'clock' | 'log' | 'settings'> & {
  config: Pick<FeatureDeps['config'], 'publicUrl'>
}

const areOn = ({ settings }: Pick<Deps, 'settings'>): boolean => settings.current().publicPages === 'on'

/** Returns robots.txt. Without public pages search engines are asked to stay away from the whole site. */
function robotsText(deps: Deps): string {
  if (!areOn(deps)) return 'User-agent: *\nDisallow: /\n'
  const lines = [
    'User-agent: *',
    'Allow: /api/media/images/',
    ...notForRobots.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${deps.config.publicUrl}${api.publicPages.sitemapIndex.path}`,
  ]
  return `${lines.join('\n')}\n`
}

/** Returns a published course as anyone may see it. Throws not_found, also while public pages are off. */
async function getPublicCourse(deps: Deps, courseId: string): Promise<ReplyOf<typeof api.publicPages.course>> {
  if (!areOn(deps)) throw new DomainError('not_found')
  const row = await findCourse(deps.db, courseId, null)
  const state = row && { creatorId: row.creator_id, published: row.is_published, removed: row.removed_at !== null }
  if (!state || !decideVisible(state, null, false)) throw new DomainError('not_found')
  const creator = await findUser(deps.db, row.creator_id)
  return {
    course: presentDetails(pricedAt(row, deps.clock.now())),
    educator: creator ? presentPublicUser(creator, false) : { name: row.creator_name, description: '', photoUrl: '' },
  }
}

/** Serves what the pages for visitors and search engines need, as long as the settings allow them. */
export function registerPublicPages(routes: Routes, deps: Deps): void {
  const sitemap = createSitemap(deps)
  const { course, robots, sitemapIndex, sitemap: sitemapFile } = api.publicPages
  // the settings may change at any time
  const headers = { 'cache-control': 'no-cache' }

  const sendSitemap = async (name: string) => {
    const file = areOn(deps) ? await sitemap.file(name) : undefined
    if (!file) throw new DomainError('not_found')
    return { kind: 'gzip', ...file, contentType: 'application/xml; charset=utf-8', headers } as const
  }

  serve(routes.public, course)(async ({ params }) => getPublicCourse(deps, params.courseId))
  serve(
    routes.public,
    robots,
  )(async () => ({ kind: 'text', text: robotsText(deps), contentType: 'text/plain; charset=utf-8', headers }))
  serve(routes.public, sitemapIndex)(async () => sendSitemap('index.xml'))
  serve(routes.public, sitemapFile)(async ({ params }) => sendSitemap(params.file))
}

import { api } from '@virtual-courses/contract'
import { cacheVersion } from '#core/cache-invalidation.ts'
import { cacheReply } from '#core/cached-reply.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { BuiltCatalogue } from './catalogue-cache.ts'
import { presentCourse } from './present.ts'
import { findPublishedCourses } from './queries.ts'

/**
 * All published courses, newest first, as the bytes that go out; filtered by the reply schema here, once, because cached bytes
 * pass the wire unfiltered.
 */
export async function buildPublished({ db }: Pick<FeatureDeps, 'db'>): Promise<BuiltCatalogue> {
  const version = await cacheVersion(db, 'catalogue')
  const rows = await findPublishedCourses(db)
  return { version, reply: await cacheReply(api.courses.published.reply.parse(rows.map(presentCourse))) }
}

import { readdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Storage } from '#ports/storage.ts'
import { type Manifest, readManifest } from './backup-format.ts'
import { several } from './with-deps.ts'

/** A backup with fewer accounts, courses and orders than this share of the last one is of another database. */
const plausibleShare = 0.1

const mainTables = ['users', 'courses', 'orders'] as const

/** Returns the numbers by which people know a site. */
export const countMain = ({ tables }: Pick<Manifest, 'tables'>): Record<(typeof mainTables)[number], number> => {
  const of = (name: string): number => tables.find((table) => table.name === name)?.lines ?? 0
  return { users: of('users'), courses: of('courses'), orders: of('orders') }
}

const sum = (manifest: Pick<Manifest, 'tables'>): number =>
  Object.values(countMain(manifest)).reduce((total, one) => total + one, 0)

const describe = (manifest: Pick<Manifest, 'tables'>): string => {
  const { users, courses, orders } = countMain(manifest)
  return `${several(users, 'account')}, ${several(courses, 'course')} and ${several(orders, 'order')}`
}

/** Returns the newest backup beside the new one. */
async function findLast(folder: string): Promise<{ path: string; manifest: Manifest } | null> {
  const beside = dirname(resolve(folder))
  let last: { path: string; manifest: Manifest } | null = null
  for (const name of await readdir(beside).catch(() => [])) {
    if (name.startsWith('.')) continue
    const path = join(beside, name)
    const manifest = await readManifest(path).catch(() => null)
    if (manifest && (!last || manifest.createdAt > last.manifest.createdAt)) last = { path, manifest }
  }
  return last
}

/**
 * Throws where what was read cannot be the site: nothing, while the media store or the last backup (the named one, or the newest beside
 * the new one) has something, or much less than that backup. That is what settings of another place look like.
 */
export async function requirePlausible(
  content: Pick<Manifest, 'tables'>,
  { folder, previous, storage }: { folder: string; previous: string | undefined; storage: Storage },
): Promise<void> {
  const count = sum(content)
  const advice =
    'Is it the database of the site? See what is printed above. To keep this backup all the same, add --anyway.'
  const last =
    previous === undefined ? await findLast(folder) : { path: previous, manifest: await readManifest(previous) }
  if (last && count < plausibleShare * sum(last.manifest))
    throw new Error(
      `this database has ${describe(content)}, and the last backup (${last.path}) has ${describe(last.manifest)}. ${advice}`,
    )
  if (count > 0) return
  for (const prefix of ['videos/', 'images/', 'files/', 'streams/'])
    if ((await storage.list(prefix, { limit: 1 })).length > 0)
      throw new Error(
        `this database has no account, no course and no order, and the media store is not empty. ${advice}`,
      )
}

import { msg } from '@lingui/core/runtime-macro'
import type { BundleChanges, BundleDetails, BundleInput, BundleTeaser, OwnBundle } from '@virtual-courses/contract'
import type { CurrentUser } from '#core/current-user.ts'
import { DomainError } from '#core/domain-error.ts'
import type { Executor } from '#core/executor.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import type { PageQuery } from '#core/keyset.ts'
import { newId } from '#core/new-id.ts'
import { requireVersion, versionOf } from '#core/read-version.ts'
import { formatRupees } from '#core/rupees.ts'
import { type Tx, transact } from '#core/transact.ts'
import { paiseOf, presentCard, rupeesOf } from '../courses/index.ts'
import {
  asBundleCourse,
  type BundleRow,
  type CourseOfBundle,
  findBundle,
  findBundlesOf,
  findCoursesIn,
  findEducator,
  findOwnBundles,
  insertBundle,
  lockBundle,
  lockCoursesIn,
  removeRow,
  removeRowsOf,
  replaceCourses,
  requireFewer,
  updateBundle,
} from './bundle-queries.ts'
import { amountOf, bundleItems, type Item, listOf } from './rules.ts'

type Deps = Pick<FeatureDeps, 'db' | 'clock'>

const keptIn = (courses: readonly CourseOfBundle[]) => courses.filter(({ removed_at: removed }) => removed === null)

/** Version of what `ownOffers.editBundle` changes. */
const bundleVersion = (bundle: BundleRow, courses: readonly CourseOfBundle[]): string =>
  versionOf([
    bundle.title,
    bundle.description,
    bundle.price_paise,
    bundle.is_published,
    keptIn(courses).map(({ id }) => id),
  ])

const presentOwn = (bundle: BundleRow, courses: readonly CourseOfBundle[]): OwnBundle => ({
  _id: bundle.id,
  title: bundle.title,
  description: bundle.description,
  price: rupeesOf(bundle.price_paise),
  isPublished: bundle.is_published,
  courses: keptIn(courses).map((course) => ({
    _id: course.id,
    title: course.title,
    price: course.price_paise === null ? null : rupeesOf(course.price_paise),
    isPublished: course.is_published,
  })),
  version: bundleVersion(bundle, courses),
})

/** Returns a page of an educator's bundles, newest first. */
export async function listOwnBundles({ db, clock }: Deps, educatorId: string, query: PageQuery) {
  const { rows, ...beside } = await findOwnBundles(db, educatorId, query)
  const ids = rows.map(({ id }) => id)
  const courses = await findCoursesIn(db, ids, null, clock.now())
  return { bundles: rows.map((row) => presentOwn(row, courses.get(row.id) ?? [])), ...beside }
}

/** Returns a bundle of the educator's. Throws not_found. */
export async function getOwnBundle({ db, clock }: Deps, educatorId: string, bundleId: string): Promise<OwnBundle> {
  const bundle = await findBundle(db, bundleId)
  if (bundle?.educator_id !== educatorId) throw new DomainError('not_found')
  return presentOwn(bundle, (await findCoursesIn(db, [bundleId], null, clock.now())).get(bundleId) ?? [])
}

/**
 * Makes a bundle of the educator's own courses. Throws not_found, also for courses that are not theirs; invalid_input for a price that is
 * not below what the courses cost alone, and for a published bundle with a course that is not on sale; rate_limited.
 */
export async function createBundle(
  deps: Deps & Pick<FeatureDeps, 'limits'>,
  educatorId: string,
  { courseIds, ...input }: BundleInput,
): Promise<OwnBundle> {
  await deps.limits.offerEdits.consume(educatorId)
  const now = deps.clock.now()
  const id = newId()
  return transact(deps.db, async (tx) => {
    await requireOwn(tx, courseIds, educatorId)
    await requireFewer(tx, 'bundles', educatorId)
    await insertBundle(
      tx,
      { id, educator_id: educatorId, created_at: now, ...columnsOf(input), updated_at: now },
      courseIds,
    )
    return readSaved(tx, id, now)
  })
}

/**
 * Changes a bundle of the educator's, if it is as the caller has read it (`version`); what is undefined stays. Throws changed_elsewhere, and as
 * `createBundle` does.
 */
export async function editBundle(
  deps: Deps & Pick<FeatureDeps, 'limits'>,
  educatorId: string,
  bundleId: string,
  { version, courseIds, ...changes }: BundleChanges & { version?: string | undefined },
): Promise<OwnBundle> {
  await deps.limits.offerEdits.consume(educatorId)
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const bundle = await lockBundle(tx, bundleId, educatorId)
    if (!bundle) throw new DomainError('not_found')
    const courses = (await findCoursesIn(tx, [bundleId], null, now)).get(bundleId) ?? []
    requireVersion(version, bundleVersion(bundle, courses))
    const input = {
      title: changes.title ?? bundle.title,
      description: changes.description ?? bundle.description,
      price: changes.price ?? rupeesOf(bundle.price_paise),
      isPublished: changes.isPublished ?? bundle.is_published,
    }
    if (courseIds) await requireOwn(tx, courseIds, educatorId)
    await updateBundle(tx, bundleId, { ...columnsOf(input), updated_at: now })
    if (courseIds) await replaceCourses(tx, bundleId, courseIds)
    return readSaved(tx, bundleId, now)
  })
}

const columnsOf = (input: Omit<BundleInput, 'courseIds'>) => ({
  title: input.title,
  description: input.description,
  price_paise: paiseOf(input.price),
  is_published: input.isPublished,
})

/** Returns a bundle as it is in the transaction. Throws invalid_input where it makes no sense. */
async function readSaved(tx: Tx, id: string, now: Date): Promise<OwnBundle> {
  const courses = (await findCoursesIn(tx, [id], null, now)).get(id) ?? []
  const saved = await findBundle(tx, id)
  if (!saved) throw new DomainError('not_found')
  requireSense(saved, courses)
  return presentOwn(saved, courses)
}

async function requireOwn(tx: Tx, courseIds: readonly string[], educatorId: string): Promise<void> {
  const own = await tx
    .selectFrom('courses')
    .select('id')
    .where('id', 'in', [...courseIds])
    .where('creator_id', '=', educatorId)
    .where('removed_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (own.length < courseIds.length) throw new DomainError('not_found')
}

function requireSense(bundle: BundleRow, rows: readonly CourseOfBundle[]): void {
  const courses = rows.map(asBundleCourse)
  if (bundle.is_published && courses.some(({ available }) => !available))
    throw new DomainError('invalid_input', {
      fields: [{ path: 'courseIds', message: msg`Publish all of its courses first` }],
    })
  const alone = courses.reduce((sum, { list }) => sum + list, 0)
  if (bundle.price_paise >= alone)
    throw new DomainError('invalid_input', {
      fields: [
        {
          path: 'price',
          message: msg`The price must be below ${{ price: formatRupees(alone) }}, which its courses cost alone`,
        },
      ],
    })
}

/** Removes an educator's bundle; open orders of it can still be paid. Throws not_found. */
export async function removeBundle({ db, clock }: Deps, educatorId: string, bundleId: string): Promise<void> {
  await transact(db, async (tx) => {
    if (!(await lockBundle(tx, bundleId, educatorId))) throw new DomainError('not_found')
    await removeRow(tx, bundleId, clock.now())
  })
}

/** Removes the bundles of an educator whose account is deleted. */
export const removeBundlesOf = ({ clock }: Pick<Deps, 'clock'>, tx: Tx, educatorId: string): Promise<void> =>
  removeRowsOf(tx, educatorId, clock.now())

/** Removes a bundle of anyone, and returns its title. Throws not_found. */
export async function removeAnyBundle({ clock }: Pick<Deps, 'clock'>, tx: Tx, bundleId: string): Promise<string> {
  const bundle = await lockBundle(tx, bundleId)
  if (!bundle) throw new DomainError('not_found')
  await removeRow(tx, bundleId, clock.now())
  return bundle.title
}

/** What a buyer gets of a published bundle; `complete` when they have all of its courses. */
export type BundleOffer = {
  educatorId: string | null
  items: Item[]
  complete: boolean
  /** courses that are on sale and left out because the buyer has them */
  leftOut: string[]
}

const offerOf = ({ price_paise: price, educator_id: educatorId }: BundleRow, rows: readonly CourseOfBundle[]) => {
  const courses = rows.map(asBundleCourse)
  const onSale = courses.filter(({ available }) => available)
  return {
    educatorId,
    items: bundleItems(price, courses),
    complete: onSale.length > 0 && onSale.every(({ owned }) => owned),
    leftOut: onSale.filter(({ owned }) => owned).map(({ courseId }) => courseId),
  }
}

/** Returns what a published bundle offers a buyer (null: a visitor); undefined where nothing of it is on sale. */
export async function findBundleOffer(
  on: Executor,
  bundleId: string,
  buyerId: string | null,
  now: Date,
): Promise<BundleOffer | undefined> {
  const bundle = await findBundle(on, bundleId)
  if (!bundle?.is_published) return undefined
  const offer = offerOf(bundle, (await findCoursesIn(on, [bundleId], buyerId, now)).get(bundleId) ?? [])
  return offer.items.length > 0 || offer.complete ? offer : undefined
}

/** The same for an order: its courses cannot be removed until the transaction ends. */
export async function lockBundleOffer(
  tx: Tx,
  bundleId: string,
  buyerId: string,
  now: Date,
): Promise<BundleOffer | undefined> {
  await lockCoursesIn(tx, bundleId)
  return findBundleOffer(tx, bundleId, buyerId, now)
}

/** Returns a bundle as its page shows it; a draft, or one of which nothing is on sale, only to its educator and admins. Throws not_found. */
export async function getBundle(
  { db, clock }: Deps,
  bundleId: string,
  viewer: CurrentUser | null,
): Promise<BundleDetails> {
  const bundle = await findBundle(db, bundleId)
  if (!bundle) throw new DomainError('not_found')
  const rows = (await findCoursesIn(db, [bundleId], viewer?.id ?? null, clock.now())).get(bundleId) ?? []
  const { items, complete } = offerOf(bundle, rows)
  const offered = bundle.is_published && (items.length > 0 || complete)
  const mayPreview = viewer !== null && (viewer.role === 'admin' || viewer.id === bundle.educator_id)
  if (!offered && !mayPreview) throw new DomainError('not_found')
  const educator = bundle.educator_id === null ? undefined : await findEducator(db, bundle.educator_id)
  return {
    _id: bundle.id,
    title: bundle.title,
    description: bundle.description,
    educator: educator ? { _id: educator.id, name: educator.name } : null,
    isPublished: bundle.is_published,
    price: rupeesOf(amountOf(items)),
    alone: rupeesOf(listOf(items)),
    complete,
    courses: rows
      .filter((row) => asBundleCourse(row).available)
      .map((row) => ({ ...presentCard(row), enrolled: row.enrolled })),
  }
}

const shownBundles = 3

/** Returns the newest bundles with a course that cost less than their courses alone, as a visitor would buy them. */
export async function listBundlesOf({ db, clock }: Deps, courseId: string): Promise<BundleTeaser[]> {
  const bundles = await findBundlesOf(db, courseId, shownBundles)
  if (bundles.length === 0) return []
  const ids = bundles.map(({ id }) => id)
  const courses = await findCoursesIn(db, ids, null, clock.now())
  return bundles.flatMap((bundle) => {
    const { items } = offerOf(bundle, courses.get(bundle.id) ?? [])
    const [price, alone] = [amountOf(items), listOf(items)]
    return items.length > 1 && price < alone
      ? [{ _id: bundle.id, title: bundle.title, price: rupeesOf(price), alone: rupeesOf(alone), courses: items.length }]
      : []
  })
}

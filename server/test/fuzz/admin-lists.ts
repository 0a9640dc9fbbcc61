import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { World } from './world.ts'

/** Acts of an admin on several rows, filters that they save, and tables that they download. */
export async function useLists(world: World, courseId: string): Promise<void> {
  const { call } = world
  const act = (body: object) => ({ body: { key: randomBytes(16).toString('hex'), ...body } })
  await call('bulk.courses', 'admin', act({ act: 'unlist', ids: [courseId, 'none'], reason: 'Promises a job' }))
  await call('bulk.last', 'admin', { query: { list: 'courses' } })
  await call('bulk.undo', 'admin', { path: { actId: world.newest('actId') } })
  await call('bulk.users', 'admin', act({ act: 'restore', ids: [world.newest('userId')] }))
  await call('bulk.reviews', 'admin', act({ act: 'keep', ids: [world.newest('reviewId')] }))
  for (const name of ['Students', 'Others'])
    await call('savedFilters.save', 'admin', { body: { list: 'users', name, query: { role: 'student' } } })
  await call('savedFilters.list', 'admin', { query: { list: 'users' } })
  const filter = { path: { filterId: world.newest('filterId') } }
  await call('savedFilters.rename', 'admin', { ...filter, body: { name: 'All students' } })
  await call('savedFilters.remove', 'admin', filter)
  for (const name of ['users', 'courses', 'reviews', 'reportedReviews', 'audit'])
    await call(`listExports.${name}`, 'admin')
  await sortSearches(world)
}

/** A search without an answer, by as many people as it is shown from; it is counted behind the reply. */
async function sortSearches({ call, newest }: World): Promise<void> {
  for (const actor of ['student', 'educator', 'rival', 'admin'] as const)
    await call('ai.search', actor, { body: { input: 'zither qualm vexillology' } })
  for (let attempt = 0; attempt < 100 && !newest('searchId'); attempt++) {
    await call('unsureSearches.list', 'admin')
    await sleep(20)
  }
  const search = { path: { searchId: newest('searchId') } }
  await call('unsureSearches.sort', 'admin', { ...search, body: { state: 'idea' } })
  await call('unsureSearches.addSynonym', 'admin', { ...search, body: { means: 'python' } })
}

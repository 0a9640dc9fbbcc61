import { randomBytes } from 'node:crypto'
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
}

import { msg } from '@lingui/core/runtime-macro'
import { type AdminUser, api } from '@virtual-courses/contract'
import { DomainError } from '#core/domain-error.ts'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { presentUser } from '../present.ts'
import { changeRole, restoreUser, suspendUser } from './change-account.ts'
import { deleteUser } from './delete-user.ts'
import { exportUser, personalDataFile } from './export-user.ts'
import { removeFactors } from './remove-factors.ts'
import { countUsers, findAdminUser, findUsers } from './user-queries.ts'

/** Endpoints with which admins manage accounts. */
export function registerUserRoutes(routes: Routes, deps: FeatureDeps): void {
  const { db } = deps
  const shown = async (userId: string): Promise<AdminUser> => {
    const row = await findAdminUser(db, userId)
    if (!row) throw new DomainError('not_found')
    return presentUser(row)
  }
  serve(
    routes.admin,
    api.admin.users,
  )(async ({ query }) => {
    const [{ rows, ...beside }, total] = await Promise.all([findUsers(db, query), countUsers(db, query)])
    return { users: rows.map(presentUser), total, ...beside }
  })
  serve(
    routes.admin,
    api.admin.changeRole,
  )(async ({ params, body, say, viewer }) => {
    const changed = await changeRole(deps, viewer, params.userId, body.role)
    return {
      user: await shown(params.userId),
      message: say(changed ? msg`Role changed` : msg`This account has that role already`),
    }
  })
  serve(
    routes.admin,
    api.admin.suspend,
  )(async ({ params, body, say, viewer }) => {
    await suspendUser(deps, viewer, params.userId, body.reason)
    return { user: await shown(params.userId), message: say(msg`Account suspended`) }
  })
  serve(
    routes.admin,
    api.admin.restore,
  )(async ({ params, say, viewer }) => {
    const changed = await restoreUser(deps, viewer, params.userId)
    return {
      user: await shown(params.userId),
      message: say(changed ? msg`Account restored` : msg`This account is not suspended`),
    }
  })
  serve(
    routes.admin,
    api.admin.removeFactors,
  )(async ({ params, body, say, viewer }) => {
    await removeFactors(deps, viewer, params.userId, body.reason)
    return { user: await shown(params.userId), message: say(msg`Second step removed`) }
  })
  serve(
    routes.admin,
    api.admin.deleteUser,
  )(async ({ params, say, viewer }) => {
    await deleteUser(deps, viewer, params.userId)
    return { message: say(msg`Account deleted`) }
  })
  serve(
    routes.admin,
    api.admin.exportUser,
  )(async ({ params, say, viewer }) => {
    return personalDataFile(await exportUser(deps, viewer, params.userId, say))
  })
}

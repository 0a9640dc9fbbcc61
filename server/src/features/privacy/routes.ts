import { msg } from '@lingui/core/runtime-macro'
import { api } from '@virtual-courses/contract'
import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Routes, serve } from '#http/serve.ts'
import { callerOf } from '../accounts/index.ts'
import { personalDataFile } from '../admin/index.ts'
import { deleteOwnAccount } from './delete-own-account.ts'
import { exportOwnData } from './export-own-data.ts'

/** Endpoints with which users download their data and delete their account. */
export function registerPrivacy(routes: Routes, deps: FeatureDeps): void {
  serve(
    routes.signedIn,
    api.ownAccount.exportData,
  )(async ({ say, viewer }) => personalDataFile(await exportOwnData(deps, viewer, say)))
  serve(
    routes.signedIn,
    api.ownAccount.deleteAccount,
  )(async (call) => {
    await deleteOwnAccount(deps, call.viewer, call.body, callerOf(call))
    call.session.clear()
    return { message: call.say(msg`Your account was deleted`) }
  })
}

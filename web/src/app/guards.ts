import type { Role, Viewer } from '@virtual-courses/contract'
import { redirect } from 'react-router'
import { withNext } from '#lib/navigation/safe-next.ts'
import type { Reading } from './loaders.ts'

/** Who may see a page: any signed-in user, or one role. */
export type Allowed = 'signedIn' | Role

/**
 * Restricts a page's loader to the allowed users. Others are redirected to /signup: a visitor comes back to the page after
 * signing in; a user in another role is redirected from there to the home page.
 */
export const guarded =
  <Params, Data>(allowed: Allowed, load: (reading: Reading<Params, Viewer>) => Promise<Data>) =>
  async (reading: Reading<Params>): Promise<Data> => {
    const { viewer, url } = reading
    if (!viewer) throw redirect(withNext('/signup', url.pathname + url.search))
    if (allowed !== 'signedIn' && viewer.role !== allowed) throw redirect('/signup')
    return load({ ...reading, viewer })
  }

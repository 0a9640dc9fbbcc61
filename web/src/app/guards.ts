import type { Role, User } from '@virtual-courses/contract'
import { redirect } from 'react-router'
import { withNext } from '#lib/safe-next.ts'
import type { Reading } from './loaders.ts'

/** Who may see a page: anybody signed in, or one role. */
export type Allowed = 'signedIn' | Role

/**
 * Lets a page's data be read only for whom the page is meant. Others go to /signup: a visitor comes back to the page
 * he asked for once he has signed in; somebody in another role is sent on from there to the home page.
 */
export const guarded =
  <Params, Data>(allowed: Allowed, load: (reading: Reading<Params, User>) => Promise<Data>) =>
  async (reading: Reading<Params>): Promise<Data> => {
    const { viewer, url } = reading
    if (!viewer) throw redirect(withNext('/signup', url.pathname + url.search))
    if (allowed !== 'signedIn' && viewer.role !== allowed) throw redirect('/signup')
    return load({ ...reading, viewer })
  }

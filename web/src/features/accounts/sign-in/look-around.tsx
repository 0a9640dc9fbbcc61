import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { couponParameter } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSettings } from '#lib/session/root-data.ts'

/** Returns the public page that shows what a page for users does; null where there is none. */
export function publicPageOf(next: string): { path: string; label: MessageDescriptor } | null {
  const { pathname, search } = new URL(next, 'http://next.invalid')
  if (pathname === paths.allCourses) return { path: paths.publicCourses + search, label: msg`See all courses` }
  const [, courseId] = /^\/viewcourse\/([^/]+)$/.exec(pathname) ?? []
  const coupon = new URLSearchParams(search).get(couponParameter)
  const query = coupon ? `?${new URLSearchParams({ [couponParameter]: coupon })}` : ''
  // the page knows its readable address
  return courseId === undefined ? null : { path: `/course/${courseId}${query}`, label: msg`See the course` }
}

/** A way on for visitors who were sent to sign in and only wanted to look. */
export function LookAround({ next }: { next: string }) {
  const page = publicPageOf(next)
  const { t } = useLingui()
  if (!useSettings().publicPages || !page) return null
  const label = t(page.label)
  return (
    <>
      <br />
      <Trans>
        Just looking?{' '}
        <Link to={page.path} className="py-1 font-semibold text-link underline underline-offset-4">
          {label}
        </Link>{' '}
        without an account.
      </Trans>
    </>
  )
}

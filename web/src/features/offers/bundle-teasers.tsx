import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { BundleTeaser } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatRupees } from '#lib/text/format.ts'

/** What the courses of a bundle cost alone. */
function Alone({ price }: { price: string }) {
  return (
    <Trans>
      <span className="sr-only">alone </span>
      <span>{price}</span>
    </Trans>
  )
}

/** The bundles with a course, in its purchase box. */
export function BundleTeasers({ bundles }: { bundles: readonly BundleTeaser[] }) {
  const { t } = useLingui()
  if (bundles.length === 0) return null
  return (
    <div className="text-sm">
      <h2 className="font-sans text-sm font-semibold tracking-normal">
        <Trans>Also in a bundle</Trans>
      </h2>
      <ul className="mt-1 grid gap-1">
        {bundles.map(({ _id, title, price, alone, courses: count }) => (
          <li key={_id} className="flex justify-between gap-3">
            <Link
              to={paths.bundle(_id)}
              className="block min-w-0 py-0.5 text-link underline-offset-4 wrap-anywhere hover:underline"
            >
              <bdi>{title}</bdi>
              <span className="text-muted">{` · ${t`${plural(count, { one: '# course', other: '# courses' })}`}`}</span>
            </Link>
            <span className="tabular shrink-0 py-0.5">
              <span>{`${formatRupees(price)} `}</span>
              <s className="text-muted">
                <Alone price={formatRupees(alone)} />
              </s>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

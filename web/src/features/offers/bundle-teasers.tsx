import type { BundleTeaser } from '@virtual-courses/contract'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatCount, formatRupees } from '#lib/text/format.ts'

/** The bundles with a course, in its purchase box. */
export function BundleTeasers({ bundles }: { bundles: readonly BundleTeaser[] }) {
  if (bundles.length === 0) return null
  return (
    <div className="text-sm">
      <h2 className="font-sans text-sm font-semibold tracking-normal">Also in a bundle</h2>
      <ul className="mt-1 grid gap-1">
        {bundles.map(({ _id, title, price, alone, courses }) => (
          <li key={_id} className="flex justify-between gap-3">
            <Link to={paths.bundle(_id)} className="min-w-0 text-link underline-offset-4 wrap-anywhere hover:underline">
              <bdi>{title}</bdi>
              <span className="text-muted">{` · ${formatCount(courses)} courses`}</span>
            </Link>
            <span className="tabular shrink-0">
              <span>{`${formatRupees(price)} `}</span>
              <s className="text-muted">
                <span className="sr-only">alone </span>
                <span>{formatRupees(alone)}</span>
              </s>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

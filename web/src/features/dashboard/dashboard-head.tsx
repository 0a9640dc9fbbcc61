import { Trans, useLingui } from '@lingui/react/macro'
import { isolate } from '@virtual-courses/contract'
import { BookPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatRupees } from '#lib/text/format.ts'
import { studioPaths } from '#lib/work-paths.ts'
import { ButtonLink } from '#ui/button.tsx'
import { BackLink } from '#ui/layout/page-layout.tsx'

/** Placeholder of a photo, on a dark background in both themes. */
function PersonPlaceholder({ label, className }: { label: string; className: string }) {
  return (
    <svg viewBox="0 0 128 128" role="img" aria-label={label} className={className}>
      <rect width="128" height="128" className="fill-night-raised" />
      <circle cx="64" cy="50" r="22" className="fill-accent" />
      <path d="M18 128c2-30 22-46 46-46s44 16 46 46z" className="fill-accent" />
      <path d="M18 128c2-30 22-46 46-46-14 8-22 24-22 46z" className="fill-accent-hover" />
    </svg>
  )
}

type Props = {
  person: { name: string; description: string; photoUrl: string }
  /** In rupees. */
  earning: number
  /** Rupees of sales without refunds, after tax and platform fee; null where it is not shown. */
  earned: number | null
}

function Photo({ name, src }: { name: string; src: string }) {
  const { t } = useLingui()
  const [broken, setBroken] = useState<string | null>(null)
  const frame = 'size-24 shrink-0 rounded-full object-cover ring-4 ring-night-line sm:size-32'
  if (!src || broken === src)
    return <PersonPlaceholder label={t`No photo of ${{ name: isolate(name) }} yet`} className={frame} />
  return (
    <img
      // an image that failed before hydration fires no error event afterwards
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(src)
      }}
      src={src}
      alt={name}
      width={128}
      height={128}
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setBroken(src)}
      className={frame}
    />
  )
}

/** The educator, their total earning, and a link to their courses. */
export function DashboardHead({ person, earning, earned }: Props) {
  const { t } = useLingui()
  const name = person.name || t`Educator`
  return (
    <header className="rounded-xl bg-night p-5 text-on-night shadow-card sm:p-8">
      <BackLink to={paths.home} className="-mt-2 -ms-2 text-on-night hover:bg-night-raised" />
      <div className="mt-2 flex flex-col gap-6 sm:flex-row sm:items-center sm:gap-8">
        <Photo name={name} src={person.photoUrl} />
        <div className="min-w-0 flex-1">
          <h1 className="text-3xl wrap-anywhere">{t`Welcome, ${{ name: isolate(name) }}`}</h1>
          <p className="mt-2 max-w-prose whitespace-pre-line text-on-night-muted wrap-anywhere">
            {person.description || t`Start creating amazing courses for your students!`}
          </p>
          <div className="mt-6 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
            <p>
              <span className="block text-sm font-medium text-on-night-muted">
                <Trans>Total Earning</Trans>
              </span>
              <span className="tabular block font-display text-4xl font-bold tracking-tight wrap-anywhere">
                {formatRupees(earning)}
              </span>
              <Link
                to={studioPaths.earnings}
                className="mt-1 inline-flex min-h-6 items-center text-sm text-on-night-muted underline underline-offset-4"
              >
                {earned === null
                  ? t`Earnings`
                  : t`${{ earned: formatRupees(earned) }} after discounts, refunds, tax and fees`}
              </Link>
            </p>
            <ButtonLink
              to={paths.myCourses}
              variant="accent"
              size="lg"
              icon={<BookPlus aria-hidden="true" className="size-5" />}
              className="max-sm:w-full"
            >
              <Trans>Create Courses</Trans>
            </ButtonLink>
          </div>
        </div>
      </div>
    </header>
  )
}

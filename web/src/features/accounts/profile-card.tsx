import { Trans, useLingui } from '@lingui/react/macro'
import type { Viewer } from '@virtual-courses/contract'
import { BookOpen, ChevronRight, Mail, Pencil, ReceiptText, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { formatCount } from '#lib/text/format.ts'
import { roleNames } from '#lib/text/labels.ts'
import { writtenIn } from '#lib/text/written-in.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import type { Slot } from '#ui/slot.ts'

const row =
  'flex min-h-16 items-center gap-4 px-5 py-3 transition-colors hover:bg-tint focus-visible:-outline-offset-2 sm:px-8'
const rowIcon = 'grid size-10 shrink-0 place-items-center rounded-md bg-tint text-link [&_svg]:size-5'

/** Profile of the current user. `payment` is shown beside the "edit" button. */
export function ProfileCard({ user, payment }: { user: Viewer; payment: Slot }) {
  const { t } = useLingui()
  return (
    <Card flush>
      <div aria-hidden="true" className="relative h-28 overflow-hidden bg-night sm:h-36">
        <span className="absolute -top-20 end-[12%] size-48 rounded-full bg-accent" />
        <span className="absolute -bottom-28 start-[30%] size-64 rounded-full bg-night-raised" />
      </div>
      <div className="px-5 pb-8 sm:px-8">
        {/* on narrow screens the buttons follow the name, on wide ones they are beside the photo */}
        <div className="-mt-14 grid items-end gap-x-6 gap-y-5 sm:grid-cols-[auto_1fr]">
          <Avatar name={user.name} photo={user.photoUrl} size="xl" className="ring-4 ring-surface sm:self-start" />
          <div className="min-w-0 sm:col-span-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h2 {...writtenIn()} className="text-3xl wrap-anywhere">
                {user.name}
              </h2>
              <Badge tone={user.role === 'student' ? 'primary' : 'accent'}>{t(roleNames[user.role])}</Badge>
            </div>
            <p className="mt-2 flex items-start gap-2 text-muted">
              <Mail aria-hidden="true" className="mt-1 size-4.5 shrink-0" />
              <span className="min-w-0 wrap-anywhere">{user.email}</span>
            </p>
          </div>
          {/* below the dark band, in however many rows */}
          <div className="flex flex-wrap items-start gap-3 max-sm:*:w-full sm:col-start-2 sm:row-start-1 sm:mt-17 sm:justify-end sm:self-start">
            {payment}
            <ButtonLink
              to={paths.editProfile}
              variant="secondary"
              icon={<Pencil aria-hidden="true" className="size-4.5" />}
            >
              <Trans>Edit Profile</Trans>
            </ButtonLink>
          </div>
        </div>
        <h3 className="mt-7 text-sm font-semibold text-muted">
          <Trans>Bio</Trans>
        </h3>
        <p className="mt-1.5 max-w-prose text-lg leading-relaxed whitespace-pre-line wrap-anywhere">
          {user.description || (
            <span className="text-muted">
              <Trans>You have not written about yourself yet.</Trans>
            </span>
          )}
        </p>
      </div>
      <div className="border-t border-line *:not-first:border-t *:not-first:border-line">
        <Link to={paths.enrolledCourses} className={row}>
          <span className={rowIcon}>
            <BookOpen aria-hidden="true" />
          </span>
          <span className="flex-1 font-medium">
            <Trans>Enrolled courses</Trans>
          </span>
          <span className="tabular font-display text-2xl font-bold">{formatCount(user.enrolledCount)}</span>
          <ChevronRight aria-hidden="true" className="size-5 text-subtle rtl:-scale-x-100" />
        </Link>
        {user.role === 'student' && (
          <Link to={paths.purchases} className={row}>
            <span className={rowIcon}>
              <ReceiptText aria-hidden="true" />
            </span>
            <span className="flex-1 font-medium">
              <Trans>Purchases: orders, invoices, refunds</Trans>
            </span>
            <ChevronRight aria-hidden="true" className="size-5 text-subtle rtl:-scale-x-100" />
          </Link>
        )}
        <Link to={paths.account} className={row}>
          <span className={rowIcon}>
            <ShieldCheck aria-hidden="true" />
          </span>
          <span className="flex-1 font-medium">
            <Trans>Account: address, password, notifications</Trans>
          </span>
          <ChevronRight aria-hidden="true" className="size-5 text-subtle rtl:-scale-x-100" />
        </Link>
      </div>
    </Card>
  )
}

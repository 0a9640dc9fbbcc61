import { msg, plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Completion } from '@virtual-courses/contract'
import { Award, CircleCheck } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { cx } from '#ui/cx.ts'
import { Progress } from '#ui/progress.tsx'

/** Formats progress in a course: "3 of 8 lectures completed". */
export const progressText = (completed: number, count: number) =>
  msg`${completed} of ${plural(count, { one: '# lecture', other: '# lectures' })} completed`

/** Returns 0 to 100; 0 for a course without lectures. */
export const progressPercent = (completed: number, count: number): number =>
  count === 0 ? 0 : Math.min(100, (completed / count) * 100)

type Props = {
  completed: number
  count: number
  /** what is still to do, or that the course is completed */
  completion?: Completion | undefined
  className?: string
}

/** Where a completed course grants a certificate: the way to it, or to the page where it can be had. */
export function certificateAddress({ certificate, certificateOpen }: Completion): string | null {
  if (certificate !== null) return paths.certificate(certificate)
  return certificateOpen ? paths.certificates : null
}

function CertificateLink({ completion }: { completion: Completion }) {
  const { t } = useLingui()
  const address = certificateAddress(completion)
  if (address === null) return null
  return (
    <Link
      to={address}
      className="mt-1 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium text-link underline underline-offset-4 hover:decoration-2"
    >
      <Award aria-hidden="true" className="size-4 shrink-0" />
      <span>{completion.certificate === null ? t`Get your certificate` : t`See your certificate`}</span>
    </Link>
  )
}

/** The progress in a course, as a bar with its text. */
export function CourseProgressBar({ completed, count, completion, className }: Props) {
  const { t } = useLingui()
  const done = completion ? completion.completedAt !== null : count > 0 && completed >= count
  return (
    <div className={className}>
      <Progress
        label={t`Progress`}
        announced
        value={progressPercent(completed, count)}
        valueText={t(progressText(completed, count))}
        tone={done ? 'success' : 'primary'}
      />
      {completion && count > 0 && (
        <p className={cx('mt-2 flex items-start gap-1.5 text-sm', done ? 'text-success' : 'text-muted')}>
          {done && <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
          <span>{completion.sentence}</span>
        </p>
      )}
      {completion && <CertificateLink completion={completion} />}
    </div>
  )
}

import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Mark, MarkState } from '@virtual-courses/contract'
import { decimal } from '#lib/text/decimal.ts'
import { cx } from '#ui/cx.ts'

export const stateNames: Record<MarkState, MessageDescriptor> = {
  open: msg`Begun`,
  waiting: msg`Waits for marks`,
  returned: msg`Returned for changes`,
  failed: msg`Not passed`,
  done: msg`Done`,
}

/** Marks of a student at an entry, and their state in words where marks alone do not say it. */
export function MarkCell({ mark }: { mark: Mark | undefined }) {
  const { t, i18n } = useLingui()
  if (!mark)
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">{t`Not begun`}</span>
      </span>
    )
  const { marks, maxMarks, state, set, isUsed } = mark
  return (
    <>
      {marks !== null && maxMarks !== null && (
        <span className={cx('tabular block font-semibold', state === 'failed' && 'text-danger')}>
          {t`${decimal(marks)} of ${decimal(maxMarks)}`}
        </span>
      )}
      {set && <span className="block text-xs text-muted" title={set.reason}>{t`Set by the educator`}</span>}
      {(state !== 'done' || marks === null) && (
        <span className="block text-xs text-muted">{i18n._(stateNames[state])}</span>
      )}
      {isUsed && <span className="block text-xs text-muted">{t`No attempts left`}</span>}
    </>
  )
}

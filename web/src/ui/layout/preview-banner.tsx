import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft, Eye } from 'lucide-react'
import { ButtonLink } from '../button.tsx'
import { cx } from '../cx.ts'
import type { Slot } from '../slot.ts'
import { atTop } from './dock.tsx'

type Props = { children: Slot /** where the preview was opened */; back: string; className?: string }

/** Shows that a page is a preview for those who made it, with a way back. Stays in view under the bar. */
export function PreviewBanner({ children, back, className }: Props) {
  const { t } = useLingui()
  return (
    <section
      ref={atTop}
      data-docked="top"
      aria-label={t`Preview`}
      className={cx(
        'sticky top-bar z-20 -mx-gutter border-b border-line bg-accent-soft px-gutter py-2.5 text-on-accent-soft',
        className,
      )}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p className="flex min-w-0 items-center gap-3">
          <Eye aria-hidden="true" className="size-5 shrink-0" />
          <span className="leading-snug">{children}</span>
        </p>
        <ButtonLink
          to={back}
          size="sm"
          variant="secondary"
          icon={<ArrowLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
        >
          <Trans>Exit preview</Trans>
        </ButtonLink>
      </div>
    </section>
  )
}

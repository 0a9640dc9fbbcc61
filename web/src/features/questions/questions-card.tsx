import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, MessageCircleQuestionMark } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useId } from 'react'
import { cx } from '#ui/cx.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PanelProps } from './questions-panel.tsx'

const frame = 'overflow-hidden rounded-lg border border-line bg-surface'
const head = 'flex min-h-12 w-full items-center gap-2.5 px-5 py-2.5 text-start font-semibold'

const NotLoaded = () => (
  <p className="p-5 text-muted">
    <Trans>The questions could not be loaded. Please reload the page.</Trans>
  </p>
)

/** Fetched when it is opened: the page of the player does not grow by it. */
const QuestionsPanel = lazy<ComponentType<PanelProps>>(() =>
  import('./questions-panel.tsx').then(
    (module) => ({ default: module.QuestionsPanel }),
    () => ({ default: NotLoaded }),
  ),
)

function Head({ open }: { open: boolean }) {
  return (
    <>
      <MessageCircleQuestionMark aria-hidden="true" className="size-5 text-muted" />
      <span className="flex-1">
        <Trans>Questions</Trans>
      </span>
      <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
    </>
  )
}

/** Keeps the room of the card until it is known where it stands. */
export const QuestionsRoom = () => (
  <div aria-hidden="true" className={frame}>
    <p className={cx(head, 'text-lg')}>
      <Head open={false} />
    </p>
  </div>
)

/** The questions of a course beside its player. Nothing is loaded until it is open. */
export function QuestionsCard(props: PanelProps) {
  const { t } = useLingui()
  const id = useId()
  const { open, change } = props.view
  return (
    <section
      aria-label={t`Questions`}
      className={cx(frame, 'lg:flex lg:flex-col', open ? 'lg:max-h-[36rem] lg:min-h-64' : 'lg:shrink-0')}
    >
      <h2 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => change({ open: !open })}
          className={cx(head, 'hover:bg-tint')}
        >
          <Head open={open} />
        </button>
      </h2>
      {open && (
        // positioned, so that what only screen readers read scrolls with it and does not lengthen the page
        <div id={id} className="relative border-t border-line lg:min-h-0 lg:overflow-y-auto">
          <PartBoundary>
            <Suspense fallback={<Spinner className="min-h-40 w-full justify-center" label={t`Loading questions`} />}>
              <QuestionsPanel {...props} />
            </Suspense>
          </PartBoundary>
        </div>
      )}
    </section>
  )
}

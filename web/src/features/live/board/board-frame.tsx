import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense } from 'react'
import { writtenIn } from '#lib/text/written-in.ts'
import { cx } from '#ui/cx.ts'
import { ErrorState } from '#ui/layout/error-state.tsx'
import type { Slot } from '#ui/slot.ts'
import { Spinner } from '#ui/spinner.tsx'
import type { DrawingProps } from './drawing.tsx'
import { loadDrawing } from './load-drawing.ts'

function LoadError() {
  const { t } = useLingui()
  return <ErrorState text={t`The whiteboard could not be loaded.`} onRetry={() => window.location.reload()} />
}

const Drawing = lazy(() =>
  loadDrawing().then(
    (loaded) => ({ default: loaded.Drawing }),
    () => ({ default: LoadError }),
  ),
)

type Props = DrawingProps & { texts: readonly string[]; children?: Slot; className?: string }

/** A whiteboard with what can be done with it above, and its texts as a list for those who do not see it. */
export function BoardFrame({ texts, children, className, ...drawing }: Props) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Whiteboard`}
      className={cx('flex min-h-0 flex-col overflow-hidden bg-surface text-ink', className)}
    >
      {children}
      <div className="relative min-h-0 flex-1">
        <Suspense fallback={<Spinner className="absolute inset-0 justify-center" label={t`Loading the whiteboard`} />}>
          <Drawing {...drawing} />
        </Suspense>
      </div>
      <div className="sr-only">
        <h3>
          <Trans>Texts on the whiteboard</Trans>
        </h3>
        {texts.length === 0 ? (
          <p>
            <Trans>No texts yet.</Trans>
          </p>
        ) : (
          <ul>
            {texts.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: texts may be the same, and their order is what there is
              <li key={at} {...writtenIn()}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

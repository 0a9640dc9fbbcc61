import { Trans, useLingui } from '@lingui/react/macro'
import { MessageCircleQuestionMark } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { cx } from '#ui/cx.ts'
import { FoldCard, FoldRoom } from '#ui/layout/fold-card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PanelProps } from './questions-panel.tsx'

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

/** Keeps the room of the card. */
export function QuestionsRoom() {
  const { t } = useLingui()
  return <FoldRoom icon={<MessageCircleQuestionMark />} title={t`Questions`} />
}

/** The questions of a course beside its player. Nothing is loaded until it is open. */
export function QuestionsCard(props: PanelProps) {
  const { t } = useLingui()
  const { open, change } = props.view
  return (
    <FoldCard
      icon={<MessageCircleQuestionMark />}
      title={t`Questions`}
      open={open}
      onToggle={() => change({ open: !open })}
      className={cx('lg:flex lg:flex-col', open ? 'lg:max-h-[36rem] lg:min-h-64' : 'lg:shrink-0')}
      panelClass="lg:min-h-0 lg:overflow-y-auto"
    >
      <PartBoundary>
        <Suspense fallback={<Spinner className="min-h-40 w-full justify-center" label={t`Loading questions`} />}>
          <QuestionsPanel {...props} />
        </Suspense>
      </PartBoundary>
    </FoldCard>
  )
}

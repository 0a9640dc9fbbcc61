import { Trans, useLingui } from '@lingui/react/macro'
import { GraduationCap, TextSearch } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { cx } from '#ui/cx.ts'
import { FoldCard, FoldRoom } from '#ui/layout/fold-card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { FoundPlace, SearchPanelProps } from './lecture-search.tsx'
import type { PanelProps } from './tutor-panel.tsx'

export type { FoundPlace }

const NotLoaded = () => (
  <p className="p-5 text-muted">
    <Trans>This could not be loaded. Please reload the page.</Trans>
  </p>
)

/** Both are fetched when they are opened: the page of the player does not grow by them. */
const fetched = <P,>(fetch: () => Promise<ComponentType<P>>) =>
  lazy<ComponentType<P>>(() =>
    fetch().then(
      (panel) => ({ default: panel }),
      () => ({ default: NotLoaded }),
    ),
  )
const TutorPanel = fetched<PanelProps>(() => import('./in-use.ts').then((module) => module.TutorPanel))
const LectureSearch = fetched<SearchPanelProps>(() => import('./in-use.ts').then((module) => module.LectureSearch))

/** Keeps the room of the cards. */
export function TutorRoom() {
  const { t } = useLingui()
  return (
    <>
      <FoldRoom icon={<GraduationCap />} title={t`Ask about this course`} />
      <FoldRoom icon={<TextSearch />} title={t`Search in this course`} />
    </>
  )
}

/** Beside the player, where what is in an open card scrolls; the form below the answers stays. */
const asking = { card: 'lg:h-[30rem] lg:shrink-0', panel: 'lg:min-h-0 lg:flex-1' }
const searching = { card: 'lg:max-h-[30rem] lg:min-h-64', panel: 'lg:min-h-0 lg:overflow-y-auto' }
const cardClass = (open: string | false): string => cx('lg:flex lg:flex-col', open || 'lg:shrink-0')

type Props = PanelProps & {
  /** which of the cards are open; the page keeps it, since the cards stand elsewhere on a narrow screen */
  open: { ask: boolean; search: boolean }
  onOpen: (open: { ask: boolean; search: boolean }) => void
  onFound: SearchPanelProps['onFound']
}

/** The tutor of a course, and the search in its lectures. */
export function TutorCards({ open, onOpen, onFound, ...panel }: Props) {
  const { t } = useLingui()
  const loading = <Spinner className="min-h-40 w-full justify-center" label={t`Loading`} />
  return (
    <>
      <FoldCard
        icon={<GraduationCap />}
        title={t`Ask about this course`}
        open={open.ask}
        onToggle={() => onOpen({ ...open, ask: !open.ask })}
        className={cardClass(open.ask && asking.card)}
        panelClass={asking.panel}
      >
        <PartBoundary>
          <Suspense fallback={loading}>
            <TutorPanel {...panel} />
          </Suspense>
        </PartBoundary>
      </FoldCard>
      <FoldCard
        icon={<TextSearch />}
        title={t`Search in this course`}
        open={open.search}
        onToggle={() => {
          if (open.search) onFound([])
          onOpen({ ...open, search: !open.search })
        }}
        className={cardClass(open.search && searching.card)}
        panelClass={searching.panel}
      >
        <PartBoundary>
          <Suspense fallback={loading}>
            <LectureSearch courseId={panel.courseId} onJump={panel.onJump} onFound={onFound} />
          </Suspense>
        </PartBoundary>
      </FoldCard>
    </>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { Megaphone } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '#ui/cx.ts'
import { FoldCard, FoldRoom } from '#ui/layout/fold-card.tsx'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PanelProps } from './announcements-panel.tsx'

const NotLoaded = () => (
  <p className="p-5 text-muted">
    <Trans>The announcements could not be loaded. Please reload the page.</Trans>
  </p>
)

/** Fetched when it is opened: the page of the player does not grow by it. */
const AnnouncementsPanel = lazy<ComponentType<PanelProps>>(() =>
  import('./announcements-panel.tsx').then(
    (module) => ({ default: module.AnnouncementsPanel }),
    () => ({ default: NotLoaded }),
  ),
)

type State = { courseId: string; key: string; open: boolean; named: string | null; due: boolean }

/**
 * What the card shows. The page keeps it, since the card stands elsewhere on a narrow screen and begins again there. Each time an address that
 * names an announcement is opened, the card opens it.
 */
export function useAnnouncementsView(courseId: string, announcementId: string | null) {
  const { key } = useLocation()
  const arrive = (before: State): State => {
    if (announcementId !== null) return { courseId, key, open: true, named: announcementId, due: true }
    const isSame = before.courseId === courseId
    return isSame ? { ...before, key } : { courseId, key, open: false, named: null, due: false }
  }
  const [state, setState] = useState(() => arrive({ courseId, key, open: false, named: null, due: false }))
  if (state.key !== key || state.courseId !== courseId) setState(arrive(state))
  return {
    ...state,
    toggle: () => setState({ ...state, open: !state.open }),
    arrived: () => setState((before) => ({ ...before, due: false })),
  }
}

/** Keeps the room of the card. */
export function AnnouncementsRoom() {
  const { t } = useLingui()
  return <FoldRoom icon={<Megaphone />} title={t`Announcements`} />
}

type Props = Omit<PanelProps, 'named' | 'due' | 'onArrived'> & { view: ReturnType<typeof useAnnouncementsView> }

/** The announcements of a course beside its player. Nothing is loaded until it is open. */
export function AnnouncementsCard({ view: { open, toggle, named, due, arrived }, ...props }: Props) {
  const { t } = useLingui()
  return (
    <FoldCard
      icon={<Megaphone />}
      title={t`Announcements`}
      open={open}
      onToggle={toggle}
      className={cx('lg:flex lg:flex-col', open ? 'lg:max-h-[36rem] lg:min-h-48' : 'lg:shrink-0')}
      panelClass="lg:min-h-0 lg:overflow-y-auto"
    >
      <PartBoundary>
        <Suspense fallback={<Spinner className="min-h-24 w-full justify-center" label={t`Loading announcements`} />}>
          <AnnouncementsPanel {...props} named={named} due={due} onArrived={arrived} />
        </Suspense>
      </PartBoundary>
    </FoldCard>
  )
}

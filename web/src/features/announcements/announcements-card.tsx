import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown, Megaphone } from 'lucide-react'
import { type ComponentType, lazy, Suspense, useId, useState } from 'react'
import { useLocation } from 'react-router'
import { cx } from '#ui/cx.ts'
import { PartBoundary } from '#ui/part-boundary.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { PanelProps } from './announcements-panel.tsx'

const frame = 'overflow-hidden rounded-lg border border-line bg-surface'
const head = 'flex min-h-12 w-full items-center gap-2.5 px-5 py-2.5 text-start font-semibold'

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

type State = { courseId: string; key: string; open: boolean; named: string | null; arrival: string }

/**
 * What the card shows. The page keeps it, since the card stands elsewhere on a narrow screen and begins again there. Each time an address that
 * names an announcement is opened, the card opens it.
 */
export function useAnnouncementsView(courseId: string, announcementId: string | null) {
  const { key } = useLocation()
  const arrive = (before: State): State => {
    if (announcementId !== null) return { courseId, key, open: true, named: announcementId, arrival: key }
    const isSame = before.courseId === courseId
    return isSame ? { ...before, key } : { courseId, key, open: false, named: null, arrival: '' }
  }
  const [state, setState] = useState(() => arrive({ courseId, key, open: false, named: null, arrival: '' }))
  if (state.key !== key || state.courseId !== courseId) setState(arrive(state))
  return { ...state, toggle: () => setState({ ...state, open: !state.open }) }
}

function Head({ open }: { open: boolean }) {
  return (
    <>
      <Megaphone aria-hidden="true" className="size-5 text-muted" />
      <span className="flex-1">
        <Trans>Announcements</Trans>
      </span>
      <ChevronDown aria-hidden="true" className={cx('size-5 transition-transform', open && 'rotate-180')} />
    </>
  )
}

/** Keeps the room of the card until it is known where it stands. */
export const AnnouncementsRoom = () => (
  <div aria-hidden="true" className={frame}>
    <p className={cx(head, 'text-lg')}>
      <Head open={false} />
    </p>
  </div>
)

type Props = Omit<PanelProps, 'named' | 'arrival'> & { view: ReturnType<typeof useAnnouncementsView> }

/** The announcements of a course beside its player. Nothing is loaded until it is open. */
export function AnnouncementsCard({ view, ...props }: Props) {
  const { t } = useLingui()
  const id = useId()
  const { open, toggle, named, arrival } = view
  return (
    <section
      aria-label={t`Announcements`}
      className={cx(frame, 'lg:flex lg:flex-col', open ? 'lg:max-h-[36rem] lg:min-h-48' : 'lg:shrink-0')}
    >
      <h2 className="font-sans text-lg">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={toggle}
          className={cx(head, 'hover:bg-tint')}
        >
          <Head open={open} />
        </button>
      </h2>
      {open && (
        // positioned, so that what only screen readers read scrolls with it and does not lengthen the page
        <div id={id} className="relative border-t border-line lg:min-h-0 lg:overflow-y-auto">
          <PartBoundary>
            <Suspense
              fallback={<Spinner className="min-h-24 w-full justify-center" label={t`Loading announcements`} />}
            >
              <AnnouncementsPanel {...props} named={named} arrival={arrival} />
            </Suspense>
          </PartBoundary>
        </div>
      )}
    </section>
  )
}

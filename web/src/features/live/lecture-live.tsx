import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type Lecture, pathOf } from '@virtual-courses/contract'
import { CalendarPlus, Radio } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#lib/paths.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { writtenIn } from '#lib/text/written-in.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { hasCalls, liveOffer, useMoment } from './live-offer.ts'

/** The state of a lecture's session, in lists. Renders nothing for lectures without one. */
export function LiveMark({ lecture: { liveState, liveStartTime } }: { lecture: Lecture }) {
  if (liveState === 'live') {
    return (
      <Badge tone="danger" dot className="mt-1">
        <Trans>Live now</Trans>
      </Badge>
    )
  }
  if (liveState !== 'scheduled' || liveStartTime === null) return null
  return (
    <Badge tone="accent" className="mt-1">
      <Trans>
        Live <ReaderTime iso={liveStartTime} look="dateTime" />
      </Trans>
    </Badge>
  )
}

type Props = {
  lecture: Lecture
  /** of the course */
  language?: string | undefined
  who: 'owner' | 'student' | 'other'
  /** shows the title: the lecture is not the one on the screen */
  named?: boolean
}

const icon = <Radio aria-hidden="true" className="size-5" />

/** Starts or joins a lecture's session, or shows when it starts. Renders nothing for lectures without one. */
export function LectureLive({ lecture, language, who, named = false }: Props) {
  const { t } = useLingui()
  const { _id: lectureId, liveStartTime } = lecture
  const now = useMoment(liveStartTime)
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  // what students are offered is unknown before the browser's clock runs
  const offer = now === null && who !== 'owner' ? null : liveOffer(lecture, who, now ?? 0)

  async function start() {
    // the lobby says so: no student is called into a session that its educator cannot enter
    if (!hasCalls()) return navigate(paths.live(lectureId))
    setBusy(true)
    // needed by few viewers
    const { educatorComes, startSession } = await import('./start-session.ts')
    if (await startSession(lectureId)) {
      educatorComes(lectureId)
      await navigate(paths.live(lectureId))
    }
    setBusy(false)
  }

  return (
    <div aria-live="polite" className="empty:hidden">
      {offer && (
        <div className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-3 rounded-lg border border-line bg-tint px-4 py-3">
          <div className="min-w-0 flex-1 basis-56">
            {named && (
              <p {...writtenIn(language)} className="font-semibold wrap-anywhere">
                {lecture.lectureTitle}
              </p>
            )}
            <p className={named ? 'text-sm text-muted' : 'font-medium'}>
              {offer.kind === 'start' &&
                (offer.startsAt ? (
                  <span>
                    <Trans>
                      Live session planned for <ReaderTime iso={offer.startsAt} look="dateTime" />
                    </Trans>
                  </span>
                ) : (
                  <span>
                    <Trans>Teach this lecture live: your students are notified at once.</Trans>
                  </span>
                ))}
              {offer.kind === 'enter' && (
                <span>
                  <Trans>Your session is live.</Trans>
                </span>
              )}
              {offer.kind === 'join' && (
                <span>
                  {offer.live ? t`This lecture is live now.` : t`The session begins as soon as the educator is there.`}
                </span>
              )}
              {offer.kind === 'soon' && (
                <span>
                  <Trans>
                    Live session on <ReaderTime iso={offer.startsAt} look="dateTime" />
                  </Trans>
                </span>
              )}
            </p>
          </div>
          {offer.kind === 'start' && (
            <Button variant="accent" busy={busy} icon={icon} onClick={() => void start()}>
              <Trans>Start Live Session</Trans>
            </Button>
          )}
          {offer.kind === 'enter' && (
            <ButtonLink to={paths.live(lectureId)} variant="accent" icon={icon}>
              <Trans>Open Live Room</Trans>
            </ButtonLink>
          )}
          {offer.kind === 'join' && (
            <ButtonLink to={paths.live(lectureId)} variant="accent" icon={icon}>
              <Trans>Join Live Session</Trans>
            </ButtonLink>
          )}
          {offer.kind === 'soon' && (
            <a
              href={pathOf(calls.live.calendar, { lectureId })}
              download
              className={buttonClass({ variant: 'secondary' })}
            >
              <CalendarPlus aria-hidden="true" className="size-5" />
              <span>
                <Trans>Add to calendar</Trans>
              </span>
            </a>
          )}
        </div>
      )}
    </div>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { api as calls, type LiveSession, pathOf } from '@virtual-courses/contract'
import { CalendarPlus, Radio } from 'lucide-react'
import { paths } from '#lib/paths.ts'
import type { Failure } from '#lib/text/message-of.ts'
import { ReaderTime } from '#lib/text/reader-time.tsx'
import { Button, ButtonLink, buttonClass } from '#ui/button.tsx'
import { Card } from '#ui/layout/card.tsx'
import { SaidText } from '#ui/said.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { CapacityNote } from './class/capacity-note.tsx'
import { LineCheck } from './class/line-check.tsx'
import { hasCalls, type LiveOffer, liveOffer, useMoment } from './live-offer.ts'
import { DeviceFields, DeviceToggle, MediaHelp } from './media/device-controls.tsx'
import { isSent, type LocalMediaControl, useMediaState } from './media/local-media.ts'
import { MicLevel } from './media/mic-level.tsx'
import { TrackVideo } from './media/track-video.tsx'
import { RecordingNotice } from './recording/recording-notice.tsx'
import { ownLabel } from './tiles.tsx'

type Props = {
  session: LiveSession
  /** null in a browser without calls, where no device is of use */
  control: LocalMediaControl | null
  /** why the last attempt failed */
  failure: Failure | null
  busy: boolean
  onStart: () => void
  onJoin: () => void
}

/** Before the room: a preview of camera and microphone, the devices, and the button to join. */
export function Lobby({ control, ...props }: Props) {
  const { session } = props
  const now = useMoment(session.liveStartTime)
  const isLive = session.liveState === 'scheduled' || session.liveState === 'live'
  // the first picture goes by the server's clock: what it shows must not be another one than the next
  const offer = liveOffer({ ...session, isLive }, session.isOwner ? 'owner' : 'student', now ?? Date.parse(session.now))
  if (control) return <Devices {...props} {...{ control, offer }} />
  return (
    <Card className="max-w-xl">
      <JoinCard {...props} {...{ offer }} without />
    </Card>
  )
}

type DevicesProps = Props & { control: LocalMediaControl; offer: LiveOffer }

function Devices({ session, control, offer, ...join }: DevicesProps) {
  const { t } = useLingui()
  const media = useMediaState(control)
  const { audio, video } = media
  const label = t(ownLabel(session.isOwner))
  const without = !media.asking && !isSent(audio) && !isSent(video)

  return (
    <div className="grid gap-x-6 gap-y-4 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_1fr] lg:items-start">
      <div className="relative aspect-video overflow-hidden rounded-xl bg-night text-on-night shadow-card">
        <TrackVideo track={video.on ? video.track : null} label={label} mirrored className="object-cover" />
        {!isSent(video) && (
          <p className="absolute inset-0 grid place-items-center p-4 pb-16 text-center text-on-night-muted">
            {media.asking ? (
              <Spinner label={t`Starting your camera …`} />
            ) : (
              <span>
                <Trans>Your camera is off</Trans>
              </span>
            )}
          </p>
        )}
        <p className="absolute start-3 top-3 rounded-full bg-night/85 px-3 py-1 text-sm font-semibold">{label}</p>
        <div className="absolute inset-x-0 bottom-3 flex justify-center gap-3">
          <DeviceToggle kind="audio" control={control} media={media} explained />
          <DeviceToggle kind="video" control={control} media={media} explained />
        </div>
      </div>
      <Card className="grid gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <CapacityNote capacity={session.capacity} />
        <RecordingNotice session={session} />
        <JoinCard {...join} {...{ session, offer, without }} />
        {/* what comes with the devices takes no other room than is kept for it, or comes below what may be pressed by then */}
        <div className="min-h-8.25">
          {media.asking ? null : audio.track && audio.on ? (
            <MicLevel track={audio.track} />
          ) : (
            <p className="py-1.5 text-sm text-muted">
              <Trans>Your microphone is off.</Trans>
            </p>
          )}
        </div>
        <LineCheck lectureId={session.lectureId} />
        <DeviceFields control={control} media={media} />
      </Card>
      <div className="grid gap-3 empty:hidden lg:col-start-1">
        {!media.asking && <MediaHelp control={control} media={media} />}
      </div>
    </div>
  )
}

type JoinCardProps = Omit<Props, 'control'> & { offer: LiveOffer; without: boolean }

/** The possible action: start, join, or wait for the start time. */
function JoinCard({ session, offer, busy, without, failure, onStart, onJoin }: JoinCardProps) {
  const { t } = useLingui()
  const { lectureId, courseId } = session
  const back = (
    <ButtonLink to={paths.learn(courseId, lectureId)} variant="secondary" block>
      <Trans>Back to the lecture</Trans>
    </ButtonLink>
  )
  if (offer && !hasCalls())
    return (
      <div className="grid gap-3">
        <p className="text-lg font-semibold">
          <Trans>This browser cannot join live sessions</Trans>
        </p>
        <p className="text-muted">
          <Trans>
            Calls (WebRTC) are missing in it, or switched off. Open this page in a current Chrome, Edge, Firefox or
            Safari, or switch calls on in the settings of this browser.
          </Trans>
        </p>
        {back}
      </div>
    )
  const devices = without ? t`You join without a camera and a microphone: you can watch, listen and chat.` : null
  return (
    <div className="grid gap-3" aria-live="polite">
      {failure && (
        <p className="font-medium text-danger">
          <SaidText said={failure} />
        </p>
      )}
      {offer?.kind === 'start' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>Ready to begin?</Trans>
          </p>
          <p className="text-muted">
            {offer.startsAt ? (
              <span>
                <Trans>
                  Planned for <ReaderTime iso={offer.startsAt} look="dateTime" />. Your students are notified as soon as
                  you start.
                </Trans>
              </span>
            ) : (
              <span>
                <Trans>Your students are notified as soon as you start.</Trans>
              </span>
            )}
          </p>
          <Button size="lg" variant="accent" block busy={busy} icon={<Radio aria-hidden="true" />} onClick={onStart}>
            <Trans>Start Live Session</Trans>
          </Button>
        </>
      )}
      {(offer?.kind === 'enter' || offer?.kind === 'join') && (
        <>
          <p className="text-lg font-semibold">
            <Trans>Ready to join?</Trans>
          </p>
          <p className="text-muted">
            {session.liveState === 'live'
              ? t`This session is live.`
              : t`The educator is not here yet. You can wait in the room.`}
          </p>
          {devices && <p className="text-sm text-muted">{devices}</p>}
          <Button size="lg" block busy={busy} onClick={onJoin}>
            <Trans>Join now</Trans>
          </Button>
        </>
      )}
      {offer?.kind === 'soon' && (
        <>
          <p className="text-lg font-semibold">
            <Trans>This session has not started yet</Trans>
          </p>
          <p className="text-muted">
            <Trans>
              It starts on <ReaderTime iso={offer.startsAt} look="dateTime" />. You can stay here and join as soon as it
              opens.
            </Trans>
          </p>
          <a
            href={pathOf(calls.live.calendar, { lectureId })}
            download
            className={buttonClass({ variant: 'secondary', block: true })}
          >
            <CalendarPlus aria-hidden="true" className="size-5" />
            <span>
              <Trans>Add to calendar</Trans>
            </span>
          </a>
          {back}
        </>
      )}
      {offer === null && (
        <>
          <p className="text-lg font-semibold">
            {session.liveState === 'ended' ? t`This session has ended` : t`There is no live session at the moment`}
          </p>
          <p className="text-muted">
            <Trans>When the educator starts one, you can join it from here.</Trans>
          </p>
          {back}
        </>
      )}
    </div>
  )
}

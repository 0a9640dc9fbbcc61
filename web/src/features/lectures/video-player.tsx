import { type ReactNode, useState } from 'react'
import { ErrorState } from '#ui/error-state.tsx'
import { speeds } from './player-keys.ts'
import { savedPosition, savePosition } from './resume-position.ts'
import { usePlayer } from './use-player.ts'

type Props = {
  lecture: { _id: string; lectureTitle: string; videoUrl: string }
  /** goes on where this browser stopped; previews start over */
  resume?: boolean
  onEnded?: () => void
  /** shown in place of the video when the server does not give its bytes to this user */
  refused: ReactNode
}

type Trouble = 'refused' | 'broken'

/** Asks for one byte: a video element cannot say why it failed, the status of an answer can. */
async function whyItFailed(address: string): Promise<Trouble> {
  try {
    const { status } = await fetch(address, { headers: { range: 'bytes=0-0' }, credentials: 'include' })
    return status === 401 || status === 403 ? 'refused' : 'broken'
  } catch {
    return 'broken'
  }
}

/** A lecture's video: the browser's own controls, the keys that players share, and a speed. */
export function VideoPlayer({ lecture, resume = false, onEnded, refused }: Props) {
  const { attach, speed, changeSpeed, onKeyDown } = usePlayer()
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  const { _id, lectureTitle, videoUrl } = lecture
  if (trouble === 'refused') return refused
  if (trouble === 'broken') {
    return (
      <div className="grid aspect-video w-full place-items-center overflow-y-auto bg-surface">
        <ErrorState text="This video could not be loaded." onRetry={() => setTrouble(null)} />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the video inside, wherever in the player the focus is
    <div onKeyDown={onKeyDown}>
      {/* biome-ignore lint/a11y/useMediaCaption: educators upload no caption files */}
      <video
        key={videoUrl}
        ref={attach}
        src={videoUrl}
        aria-label={lectureTitle}
        controls
        playsInline
        preload="metadata"
        tabIndex={0}
        onLoadedMetadata={({ currentTarget }) => {
          if (resume) currentTarget.currentTime = savedPosition(_id)
        }}
        onTimeUpdate={({ currentTarget }) =>
          resume && savePosition(_id, currentTarget.currentTime, currentTarget.duration)
        }
        onEnded={onEnded}
        onRateChange={({ currentTarget }) =>
          currentTarget.playbackRate !== speed && changeSpeed(currentTarget.playbackRate)
        }
        onError={async () => setTrouble(await whyItFailed(videoUrl))}
        className="block aspect-video w-full bg-black"
      >
        Your browser cannot play videos.
      </video>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 bg-night px-3 py-1.5 text-on-night">
        <p className="hidden text-xs text-on-night-muted sm:block">
          Space plays, J and L skip 10 seconds, F fills the screen
        </p>
        <label className="ml-auto flex items-center gap-2 text-sm">
          Speed
          <select
            value={speed}
            onChange={({ target }) => changeSpeed(Number(target.value))}
            className="min-h-9 rounded-sm border border-night-line bg-night-raised px-2 text-on-night"
          >
            {speeds.map((one) => (
              <option key={one} value={one}>
                {one === 1 ? 'Normal' : `${one}×`}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  )
}

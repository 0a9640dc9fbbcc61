import { useEffect, useMemo, useRef } from 'react'
import type { Link } from '../media/mesh.ts'

type SoundProps = { stream: MediaStream; onSilenced: () => void }

/** Plays the sound of a stream, wherever its picture is. */
function Sound({ stream, onSilenced }: SoundProps) {
  const audio = useRef<HTMLAudioElement>(null)
  useEffect(() => {
    const element = audio.current
    if (!element) return
    const play = () =>
      element.play().catch((error: unknown) => {
        // other errors are interruptions by the next stream, or by leaving
        if (error instanceof DOMException && error.name === 'NotAllowedError') onSilenced()
      })
    element.srcObject = stream
    void play()
    // phones pause what plays during a call or in the background, and do not go on by themselves
    const wake = () => !document.hidden && element.paused && void play()
    document.addEventListener('visibilitychange', wake)
    return () => {
      document.removeEventListener('visibilitychange', wake)
      element.srcObject = null
    }
  }, [stream, onSilenced])
  // biome-ignore lint/a11y/useMediaCaption: live speech has no captions
  return <audio ref={audio} autoPlay data-sound="" />
}

/** The sound of everyone, also of those whose tile is on another page. */
export function Sounds({ links, onSilenced }: { links: ReadonlyMap<string, Link>; onSilenced: () => void }) {
  const streams = useMemo(
    () =>
      [...links].flatMap(([peerId, { stream, screen }]) => [
        { key: peerId, stream },
        ...(screen && screen.getAudioTracks().length > 0 ? [{ key: `${peerId} screen`, stream: screen }] : []),
      ]),
    [links],
  )
  return streams.map(({ key, stream }) => <Sound key={key} stream={stream} onSilenced={onSilenced} />)
}

import { t } from '@lingui/core/macro'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { createStore } from '#lib/create-store.ts'
import { toast } from '#ui/overlays/toast.ts'
import { hasCalls } from '../live-offer.ts'
import { type MediaProblem, problemOf } from './media-problem.ts'

export type Input = {
  /** the captured track, if any */
  track: MediaStreamTrack | null
  /** whether the user wants it on: a muted microphone keeps its track */
  on: boolean
  problem: MediaProblem | null
  /** the system keeps it from the page for now: a phone call, another program, a phone that shows another app */
  paused: boolean
}
/** `label` is the browser's name of the device; "" without one */
export type DeviceChoice = { id: string; label: string }

export type LocalMedia = {
  /** the browser asks for permission, or the devices are starting */
  asking: boolean
  audio: Input
  video: Input
  screen: MediaStreamTrack | null
  /** the sound of the shared screen, where the browser gives it */
  screenAudio: MediaStreamTrack | null
  microphones: readonly DeviceChoice[]
  cameras: readonly DeviceChoice[]
}

type Kind = 'audio' | 'video'
type Chosen = Partial<Record<Kind, string>>

const chosenKey = 'live-devices'
const idle: Input = { track: null, on: true, problem: null, paused: false }

/** Enough for a face, and small enough for phones to encode several times. */
const videoConstraints = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
/** What a host sends to a media server, which is encoded once for everyone. */
const largeConstraints = { ...videoConstraints, width: { ideal: 1280 }, height: { ideal: 720 } }
/**
 * Delays before a device that could not be used is asked for again, in milliseconds: on a busy machine a camera may take longer to start than
 * its browser waits, and another program may let it go.
 */
const againMs = [1000, 3000, 10_000]
const audioConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** Returns the kinds that the browser grants without asking. */
async function allowed(kinds: readonly Kind[]): Promise<Kind[]> {
  const states = await Promise.all(
    kinds.map((kind) =>
      navigator.permissions.query({ name: kind === 'audio' ? 'microphone' : 'camera' }).then(
        ({ state }) => state,
        // some browsers do not support the query
        () => 'prompt',
      ),
    ),
  )
  return kinds.filter((_, index) => states[index] === 'granted')
}

/** Camera, microphone and screen of this page, for lobby and room. */
export function createLocalMedia() {
  const store = createStore<LocalMedia>({
    asking: true,
    audio: idle,
    video: idle,
    screen: null,
    screenAudio: null,
    microphones: [],
    cameras: [],
  })
  // written by us only; any other value matches no device and means no preference
  const chosen = { ...(readLocal(chosenKey) as Chosen | undefined) }
  let closed = false
  let large = false
  const again: { [K in Kind]?: ReturnType<typeof setTimeout> } = {}

  const set = (change: Partial<LocalMedia>) => store.write({ ...store.read(), ...change })
  const setInput = (kind: Kind, change: Partial<Input>) => set({ [kind]: { ...store.read()[kind], ...change } })

  const constraintsFor = (kind: Kind): MediaTrackConstraints => ({
    ...(kind === 'audio' ? audioConstraints : large ? largeConstraints : videoConstraints),
    ...(chosen[kind] && { deviceId: { ideal: chosen[kind] } }),
  })

  async function listDevices(): Promise<void> {
    // none on a page of http
    const devices = (await navigator.mediaDevices?.enumerateDevices().catch(() => [])) ?? []
    const of = (kind: MediaDeviceKind): DeviceChoice[] =>
      devices
        .filter((device) => device.kind === kind && device.deviceId !== '')
        .map(({ deviceId, label }) => ({ id: deviceId, label }))
    if (!closed) set({ microphones: of('audioinput'), cameras: of('videoinput') })
  }

  function take(kind: Kind, track: MediaStreamTrack): void {
    // a camera that was turned off while it started
    if (closed || (kind === 'video' && !store.read().video.on)) {
      track.stop()
      return
    }
    store.read()[kind].track?.stop()
    track.enabled = kind === 'video' || store.read().audio.on
    track.addEventListener('ended', () => void takeOver(kind, track))
    for (const event of ['mute', 'unmute'])
      track.addEventListener(event, () => store.read()[kind].track === track && setInput(kind, { paused: track.muted }))
    setInput(kind, { track, problem: null, paused: track.muted === true })
  }

  /** A device ended: it was unplugged, or the permission was revoked. Another one of its kind goes on in its place. */
  async function takeOver(kind: Kind, track: MediaStreamTrack): Promise<void> {
    if (store.read()[kind].track !== track) return
    const { on } = store.read()[kind]
    setInput(kind, { track: null, paused: false })
    await listDevices()
    const others = store.read()[kind === 'audio' ? 'microphones' : 'cameras']
    const isLeft = others.length > 0 && (await allowed([kind])).length > 0
    if (closed || store.read()[kind].track) return
    if (isLeft) await capture([kind])
    const next = store.read()[kind].track
    if (!next) setInput(kind, { on: false, problem: 'missing' })
    else if (on)
      toast.info(kind === 'audio' ? t`Your microphone is now: ${next.label}` : t`Your camera is now: ${next.label}`)
  }

  /** Asks again for a device that is wanted and could not be used, unless that asks the user again. */
  function askAgain(kind: Kind, tries: number): void {
    const delay = againMs[tries]
    if (delay === undefined || closed) return
    clearTimeout(again[kind])
    again[kind] = setTimeout(async () => {
      const isWanted = () => {
        const { track, on, problem } = store.read()[kind]
        return !closed && !track && on && problem === 'busy'
      }
      if (isWanted() && (await allowed([kind])).length > 0 && isWanted()) await capture([kind], tries + 1)
    }, delay)
  }

  async function capture(kinds: readonly Kind[], tries = 0): Promise<void> {
    if (!navigator.mediaDevices) {
      fail(kinds, 'insecure')
      return
    }
    const constraints = Object.fromEntries(kinds.map((kind) => [kind, constraintsFor(kind)]))
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraints)
      for (const track of stream.getTracks()) take(track.kind as Kind, track) // tracks are of these two kinds
    } catch (error) {
      const problem = problemOf(error)
      const [only] = kinds
      if (only && kinds.length === 1) {
        fail(kinds, problem)
        if (problem === 'busy') askAgain(only, tries)
        return
      }
      // one of the two may be missing, busy or forbidden: requests each on its own, unless that asks the user again
      const alone = problem === 'refused' ? await allowed(kinds) : kinds
      fail(
        kinds.filter((kind) => !alone.includes(kind)),
        problem,
      )
      for (const kind of alone) await capture([kind])
    }
  }

  function fail(kinds: readonly Kind[], problem: MediaProblem): void {
    for (const kind of kinds) setInput(kind, { track: null, problem })
  }

  async function start(kinds: readonly Kind[] = ['audio', 'video']): Promise<void> {
    set({ asking: true })
    await capture(kinds)
    await listDevices()
    if (!closed) set({ asking: false })
  }

  const stopTrack = (kind: Kind) => {
    const { track } = store.read()[kind]
    setInput(kind, { track: null })
    track?.stop()
  }

  function stopScreen(): void {
    const { screen, screenAudio } = store.read()
    if (!screen && !screenAudio) return
    set({ screen: null, screenAudio: null })
    for (const track of [screen, screenAudio]) track?.stop()
  }

  const onDevices = () => void listDevices()
  navigator.mediaDevices?.addEventListener('devicechange', onDevices)

  return {
    store,
    start,
    /** A muted microphone stays open, so that unmuting is instant; a camera that is off is closed. */
    async turn(kind: Kind, on: boolean): Promise<void> {
      setInput(kind, { on })
      const { track } = store.read()[kind]
      if (track && kind === 'audio') track.enabled = on
      if (kind === 'video' && !on) stopTrack('video')
      if (on && !store.read()[kind].track) await start([kind])
    },
    async choose(kind: Kind, deviceId: string): Promise<void> {
      chosen[kind] = deviceId
      writeLocal(chosenKey, chosen)
      // some phones open only one camera at a time
      stopTrack(kind)
      await start([kind])
    },
    /** Lets the user choose a screen or a window; false when they chose none. Its sound comes along where there is a stream for it. */
    async shareScreen(withSound = false): Promise<boolean> {
      try {
        const wanted = { video: { frameRate: { max: 15 } }, audio: withSound }
        const stream = await navigator.mediaDevices.getDisplayMedia(wanted)
        const [screen] = stream.getVideoTracks()
        if (!screen || closed) return false
        screen.contentHint = 'detail'
        screen.addEventListener('ended', () => store.read().screen === screen && stopScreen())
        set({ screen, screenAudio: stream.getAudioTracks()[0] ?? null })
        return true
      } catch {
        return false
      }
    },
    stopScreen,
    /** Gives the devices back: the user only listens. Turning one on asks for it again. */
    rest(): void {
      for (const kind of ['audio', 'video'] as const) {
        setInput(kind, { on: false, problem: null, paused: false })
        stopTrack(kind)
      }
      stopScreen()
    },
    /** Asks for a device again that the system took away: after a phone call, some phones do not give it back. */
    async resume(kind: Kind): Promise<void> {
      stopTrack(kind)
      await start([kind])
    },
    /** Makes the camera's picture large, or as small as several encoders need it. */
    setLarge(now: boolean): void {
      if (large === now) return
      large = now
      // a camera that cannot stays as it is
      store
        .read()
        .video.track?.applyConstraints?.(constraintsFor('video'))
        .catch(() => {})
    },
    close(): void {
      closed = true
      for (const timer of Object.values(again)) clearTimeout(timer)
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices)
      const { audio, video, screen, screenAudio } = store.read()
      for (const track of [audio.track, video.track, screen, screenAudio]) track?.stop()
    },
  }
}

export type LocalMediaControl = ReturnType<typeof createLocalMedia>

/** Whether others receive it at the moment. */
export const isSent = ({ track, on }: Input): boolean => track !== null && on

/**
 * Camera and microphone while the component is mounted; null before the first effect, and in a browser without calls. Another `attempt`
 * requests them again.
 */
export function useLocalMedia(attempt: number): LocalMediaControl | null {
  const [media, setMedia] = useState<LocalMediaControl | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a room closes its devices
  useEffect(() => {
    if (!hasCalls()) return
    const created = createLocalMedia()
    setMedia(created)
    void created.start()
    return () => {
      created.close()
      setMedia(null)
    }
  }, [attempt])
  return media
}

export const useMediaState = ({ store }: LocalMediaControl): LocalMedia =>
  useSyncExternalStore(store.subscribe, store.read, store.read)

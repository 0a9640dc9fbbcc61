import { useEffect, useState, useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from '#lib/browser-storage.ts'
import { createStore } from '#lib/create-store.ts'
import { type MediaProblem, problemOf } from './media-problem.ts'

export type Input = {
  /** the captured track, if any */
  track: MediaStreamTrack | null
  /** whether the user wants it on: a muted microphone keeps its track */
  on: boolean
  problem: MediaProblem | null
}
/** `label` is the browser's name of the device; "" without one */
export type DeviceChoice = { id: string; label: string }

export type LocalMedia = {
  /** the browser asks for permission, or the devices are starting */
  asking: boolean
  audio: Input
  video: Input
  screen: MediaStreamTrack | null
  microphones: readonly DeviceChoice[]
  cameras: readonly DeviceChoice[]
}

type Kind = 'audio' | 'video'
type Chosen = Partial<Record<Kind, string>>

const chosenKey = 'live-devices'
const idle: Input = { track: null, on: true, problem: null }

/** Enough for a face, and small enough for phones to encode several times. */
const videoConstraints = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
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
    microphones: [],
    cameras: [],
  })
  // written by us only; any other value matches no device and means no preference
  const chosen = { ...(readLocal(chosenKey) as Chosen | undefined) }
  let closed = false
  const again: { [K in Kind]?: ReturnType<typeof setTimeout> } = {}

  const set = (change: Partial<LocalMedia>) => store.write({ ...store.read(), ...change })
  const setInput = (kind: Kind, change: Partial<Input>) => set({ [kind]: { ...store.read()[kind], ...change } })

  const constraintsFor = (kind: Kind): MediaTrackConstraints => ({
    ...(kind === 'audio' ? audioConstraints : videoConstraints),
    ...(chosen[kind] && { deviceId: { ideal: chosen[kind] } }),
  })

  async function listDevices(): Promise<void> {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
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
    track.addEventListener('ended', () => {
      // unplugged, or the permission was revoked
      if (store.read()[kind].track === track) setInput(kind, { track: null, on: false, problem: 'missing' })
    })
    setInput(kind, { track, problem: null })
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
    /** Lets the user choose a screen or a window; false when they chose none. */
    async shareScreen(): Promise<boolean> {
      try {
        const stream = await navigator.mediaDevices.getDisplayMedia({ video: { frameRate: { max: 15 } }, audio: false })
        const [screen] = stream.getVideoTracks()
        if (!screen || closed) return false
        screen.contentHint = 'detail'
        screen.addEventListener('ended', () => store.read().screen === screen && set({ screen: null }))
        set({ screen })
        return true
      } catch {
        return false
      }
    },
    stopScreen(): void {
      const { screen } = store.read()
      set({ screen: null })
      screen?.stop()
    },
    close(): void {
      closed = true
      for (const timer of Object.values(again)) clearTimeout(timer)
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices)
      const { audio, video, screen } = store.read()
      for (const track of [audio.track, video.track, screen]) track?.stop()
    },
  }
}

export type LocalMediaControl = ReturnType<typeof createLocalMedia>

/** Whether others receive it at the moment. */
export const isSent = ({ track, on }: Input): boolean => track !== null && on

/** Camera and microphone while the component is mounted; null before the first effect. Another `attempt` requests them again. */
export function useLocalMedia(attempt: number): LocalMediaControl | null {
  const [media, setMedia] = useState<LocalMediaControl | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a room closes its devices
  useEffect(() => {
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

import { createStore } from '#lib/create-store.ts'
import { readLocal, writeLocal } from '#lib/local-json.ts'
import { type MediaProblem, problemOf } from './media-problem.ts'

export type Input = {
  /** what is captured at the moment */
  track: MediaStreamTrack | null
  /** what its owner wants: a muted microphone keeps its track */
  on: boolean
  problem: MediaProblem | null
}
export type DeviceChoice = { id: string; label: string }

export type LocalMedia = {
  /** the browser is asking, or the devices are starting */
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

/** Enough for a face, and little enough that telephones can encode it several times over. */
const picture = { width: { ideal: 640 }, height: { ideal: 360 }, frameRate: { ideal: 24, max: 30 } }
const sound = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }

/** Which of these the browser gives without a question. */
async function allowed(kinds: readonly Kind[]): Promise<Kind[]> {
  const states = await Promise.all(
    kinds.map((kind) =>
      navigator.permissions.query({ name: kind === 'audio' ? 'microphone' : 'camera' }).then(
        ({ state }) => state,
        // some browsers do not tell
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
  // written by us alone; anything else in its place is no device and asks for any
  const chosen = { ...(readLocal(chosenKey) as Chosen | undefined) }
  let closed = false

  const set = (change: Partial<LocalMedia>) => store.write({ ...store.read(), ...change })
  const setInput = (kind: Kind, change: Partial<Input>) => set({ [kind]: { ...store.read()[kind], ...change } })

  const wish = (kind: Kind): MediaTrackConstraints => ({
    ...(kind === 'audio' ? sound : picture),
    ...(chosen[kind] && { deviceId: { ideal: chosen[kind] } }),
  })

  async function listDevices(): Promise<void> {
    const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
    const of = (kind: MediaDeviceKind, name: string): DeviceChoice[] =>
      devices
        .filter((device) => device.kind === kind && device.deviceId !== '')
        .map(({ deviceId, label }, index) => ({ id: deviceId, label: label || `${name} ${index + 1}` }))
    if (!closed) set({ microphones: of('audioinput', 'Microphone'), cameras: of('videoinput', 'Camera') })
  }

  function take(kind: Kind, track: MediaStreamTrack): void {
    if (closed) {
      track.stop()
      return
    }
    store.read()[kind].track?.stop()
    track.enabled = kind === 'video' || store.read().audio.on
    track.addEventListener('ended', () => {
      // pulled out, or the permission was taken back
      if (store.read()[kind].track === track) setInput(kind, { track: null, on: false, problem: 'missing' })
    })
    setInput(kind, { track, problem: null })
  }

  async function capture(kinds: readonly Kind[]): Promise<void> {
    if (!navigator.mediaDevices) {
      fail(kinds, 'insecure')
      return
    }
    const constraints = Object.fromEntries(kinds.map((kind) => [kind, wish(kind)]))
    try {
      const stream = await navigator.mediaDevices.getUserMedia(constraints)
      for (const track of stream.getTracks()) take(track.kind as Kind, track) // tracks are of these two kinds
    } catch (error) {
      const problem = problemOf(error)
      if (kinds.length === 1) return fail(kinds, problem)
      // one of the two may be missing, busy or forbidden: the other one is asked for alone, if that asks nobody again
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
    /** Muted, the microphone stays open so that speaking again is at once; a camera that is off is really off. */
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
      // some cameras and telephones open only one at a time
      stopTrack(kind)
      await start([kind])
    },
    /** Asks for a screen or a window; false when nothing was chosen. */
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
      navigator.mediaDevices?.removeEventListener('devicechange', onDevices)
      const { audio, video, screen } = store.read()
      for (const track of [audio.track, video.track, screen]) track?.stop()
    },
  }
}

export type LocalMediaControl = ReturnType<typeof createLocalMedia>

/** Whether it can be heard or seen at this moment. */
export const isSent = ({ track, on }: Input): boolean => track !== null && on

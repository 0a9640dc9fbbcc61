import { useEffect, useState, useSyncExternalStore } from 'react'
import { createLocalMedia, type LocalMedia, type LocalMediaControl } from './local-media.ts'

/** Camera and microphone for as long as the component is there; null before the first effect. `round` asks for them anew. */
export function useLocalMedia(round: number): LocalMediaControl | null {
  const [media, setMedia] = useState<LocalMediaControl | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a room was left its devices are closed
  useEffect(() => {
    const made = createLocalMedia()
    setMedia(made)
    void made.start()
    return () => {
      made.close()
      setMedia(null)
    }
  }, [round])
  return media
}

export const useMediaState = ({ store }: LocalMediaControl): LocalMedia =>
  useSyncExternalStore(store.subscribe, store.read, store.read)

import { useEffect, useState, useSyncExternalStore } from 'react'
import { createLocalMedia, type LocalMedia, type LocalMediaControl } from './local-media.ts'

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

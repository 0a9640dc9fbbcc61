/** Longest time that captions may take to arrive. */
const limitMs = 30_000

/**
 * Loads captions with the browser's own parser, in a video element that shows nothing. Rejects when they cannot be loaded, and with the
 * reason of `signal`.
 */
export function loadVttCues(url: string, signal?: AbortSignal): Promise<VTTCue[]> {
  const video = document.createElement('video')
  const element = document.createElement('track')
  video.hidden = true
  video.preload = 'none'
  element.kind = 'captions'
  element.src = url
  video.append(element)
  // not every browser loads the tracks of an element outside of the document
  document.body.append(video)
  return new Promise<VTTCue[]>((resolve, reject) => {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', () => reject(signal.reason))
    element.addEventListener('load', () =>
      resolve([...(element.track.cues ?? [])].filter((cue) => cue instanceof VTTCue)),
    )
    element.addEventListener('error', () => reject(new Error('the captions did not load')))
    setTimeout(() => reject(new Error('the captions did not load in time')), limitMs)
    element.track.mode = 'hidden'
  }).finally(() => video.remove())
}

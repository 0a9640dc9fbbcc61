export type WishNews = { owner: string; courseId: string; wished: boolean }

let channel: BroadcastChannel | undefined

/** What tabs of this browser tell each other about wishes; undefined where browsers cannot. */
export function wishChannel(): BroadcastChannel | undefined {
  if (typeof BroadcastChannel !== 'undefined') channel ??= new BroadcastChannel('wishes')
  return channel
}

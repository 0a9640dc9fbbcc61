/** What one tab tells the other tabs of the same browser. */
export type TabMessage =
  /** the browser's account is another one, or none */
  | { kind: 'account' }
  /** the reader has chosen a language */
  | { kind: 'language'; language: string }
  | { kind: 'purchase'; userId: string }
  | { kind: 'wishlist'; userId: string; courseId: string; wishlisted: boolean }

const listeners = new Set<(message: TabMessage) => void>()
let channel: BroadcastChannel | undefined

/** Handles a message as if another tab had sent it. */
export function handleTabMessage(message: TabMessage): void {
  for (const listener of listeners) listener(message)
}

/** Connects the tabs of this browser; undefined where the browser cannot. */
function openChannel(): BroadcastChannel | undefined {
  if (channel || typeof BroadcastChannel === 'undefined') return channel
  channel = new BroadcastChannel('virtual-courses')
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => handleTabMessage(data))
  return channel
}

/** Sends a message to the other tabs, not to this one. */
export const publishToTabs = (message: TabMessage): void => openChannel()?.postMessage(message)

/** Subscribes to messages of the other tabs. Returns a function that unsubscribes. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  openChannel()
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

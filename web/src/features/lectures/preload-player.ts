export const loadPlayer = () => import('./player/player.tsx')

/** Loads the player before it is needed; after an error it is loaded when it is needed. */
export const preloadPlayer = (): void => void loadPlayer().catch(() => {})

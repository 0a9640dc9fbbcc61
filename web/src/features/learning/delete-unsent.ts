import { clearLocal } from '#lib/browser-storage.ts'

/** Deletes what this browser keeps of positions and of what was watched: it belongs to an account that was left. */
export const deleteUnsent = (): void => clearLocal(['position:', 'watched:'])

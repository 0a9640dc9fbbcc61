import { clearLocal } from '#lib/browser-storage.ts'

/** Deletes what this browser keeps of positions, of what was watched, and of how courses were: it belongs to an account that was left. */
export const deleteUnsent = (): void => clearLocal(['position:', 'watched:', 'course-players'])

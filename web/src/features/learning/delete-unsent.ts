import { clearLocal, draftPrefix } from '#lib/browser-storage.ts'

/** Deletes what this browser keeps of positions, of what was watched, of how courses were, and of texts that were typed: it belongs to an account that was left. */
export const deleteUnsent = (): void => clearLocal(['position:', 'watched:', 'course-players', draftPrefix])

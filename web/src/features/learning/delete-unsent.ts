import { answerPrefix, clearLocal, draftPrefix, notePrefix } from '#lib/browser-storage.ts'

/**
 * Deletes what this browser keeps of positions, of what was watched, of how courses were, and of texts that the user of an account that
 * was left has typed. Drafts of other accounts in this browser stay.
 */
export const deleteUnsent = (userId: string | undefined): void =>
  clearLocal([
    'position:',
    'watched:',
    'course-players',
    ...(userId === undefined
      ? []
      : [`${draftPrefix}${userId}:`, `${notePrefix}${userId}:`, `${answerPrefix}${userId}:`]),
  ])

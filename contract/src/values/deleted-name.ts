/** What is kept in place of the name of a deleted account. Pages show it in the reader's language. */
export const deletedName = 'Deleted user'

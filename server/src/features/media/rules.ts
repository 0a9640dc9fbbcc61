/** A file that claims to be longer is not believed. */
export const longestVideoSeconds = 24 * 3600

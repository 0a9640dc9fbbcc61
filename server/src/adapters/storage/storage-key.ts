/** Segments of letters, digits, `.` and `-` that begin with a letter or digit, which excludes `..`, hidden and absolute names. */
const keyForm = /^[a-zA-Z0-9][a-zA-Z0-9.-]*(?:\/[a-zA-Z0-9][a-zA-Z0-9.-]*)*$/

/** True when a text is a valid key of the media store. */
export const isStorageKey = (key: string): boolean => key.length <= 200 && keyForm.test(key)

/** Returns a prefix that ends in "/"; throws for any other. */
export function checkedPrefix(prefix: string): string {
  if (!prefix.endsWith('/') || !isStorageKey(prefix.slice(0, -1)))
    throw new Error(`"${prefix}" is not a storage prefix`)
  return prefix
}

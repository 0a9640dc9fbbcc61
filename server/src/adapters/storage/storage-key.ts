/** Segments of letters, digits, `.` and `-` that begin with a letter or digit: `..`, hidden and absolute names cannot be formed. */
const keyForm = /^[a-zA-Z0-9][a-zA-Z0-9.-]*(?:\/[a-zA-Z0-9][a-zA-Z0-9.-]*)*$/

/** May this text be the key of an object in the media store? */
export const isStorageKey = (key: string): boolean => key.length <= 200 && keyForm.test(key)

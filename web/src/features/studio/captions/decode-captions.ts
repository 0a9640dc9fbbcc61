/** Encodings in which older programs write languages; others are never guessed. */
const older: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['en', 'de', 'es', 'fr', 'id', 'pt'].map((language) => [language, 'windows-1252'])),
  ru: 'windows-1251',
}

/** Returns the UTF-16 encoding that the beginning of a file shows: by its mark, or by the empty halves of its first letters. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const empty = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 64).entries()) if (byte === 0) empty[at % 2] = (empty[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = empty
  if (odd > 4 && even === 0) return 'utf-16le'
  return even > 4 && odd === 0 ? 'utf-16be' : null
}

/**
 * Returns the text of a file with captions: in UTF-8 or UTF-16, or in the encoding that was usual for its language. What cannot be
 * read in any of them has the sign U+FFFD in its place.
 */
export function decodeCaptions(bytes: Uint8Array, language: string): string {
  const utf16 = utf16Of(bytes)
  if (utf16) return new TextDecoder(utf16).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  // a file in UTF-8 with a damaged place has other letters in UTF-8
  const isOlder = text.includes('\ufffd') && !/[^\0-\x7f\ufffd]/.test(text)
  const encoding = isOlder ? older[language] : undefined
  return encoding === undefined ? text : new TextDecoder(encoding).decode(bytes)
}

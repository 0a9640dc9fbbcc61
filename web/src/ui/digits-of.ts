/** The digits of every script that people type codes in, as 0 to 9; null for other characters. */
function digitOf(character: string): string | null {
  if (/[0-9]/.test(character)) return character
  if (!/\p{Nd}/u.test(character)) return null
  // a script's ten digits stand in a row, with something else before its zero
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  return String(value)
}

/**
 * The code of `length` digits in a text that was typed, filled in or pasted: a run of exactly that length where there is one
 * ("your code is 0417"), otherwise the first digits ("04 17").
 */
export function digitsOf(text: string, length: number): string {
  const plain = Array.from(text, (character) => digitOf(character) ?? (/\s|-/.test(character) ? ' ' : '.')).join('')
  const run = plain.match(new RegExp(`(?<!\\d)\\d{${length}}(?!\\d)`))
  return (run?.[0] ?? plain.replace(/\D/g, '')).slice(0, length)
}

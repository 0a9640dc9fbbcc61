/** Joins texts with bars; `splitListed` takes them apart again. */
export const joinListed = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\|]/g, '\\$&')).join(' | ')

/** Takes texts apart that are joined with bars, without those that are empty. */
export function splitListed(text: string): string[] {
  const parts = ['']
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '\\' && (next === '\\' || next === '|')) {
      parts[parts.length - 1] += next
      at++
    } else if (character === '|') parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

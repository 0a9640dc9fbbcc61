/** Marks that say how letters are joined or where a line may break: they change no word. */
const joiners = /[\u00ad\u200b-\u200d\u2060\ufeff]/g

/** Rows of Devanagari's consonants: first and last stop, and the nasal that is also written as a sign over the letter before them. */
const rows = [
  ['क-घ', 'ङ'],
  ['च-झ', 'ञ'],
  ['ट-ढ', 'ण'],
  ['त-धश-ह', 'न'],
  ['प-भ', 'म'],
] as const
const nasals = rows.map(([stops, nasal]) => new RegExp(`${nasal}\u094d(?=[${stops}])`, 'g'))
/** Hindi writes an n before any stop, as in "इन्टरनेट". */
const dentalNasal = /न\u094d(?=[क-घच-झट-ढ])/g

/**
 * Returns a text in the form in which texts are compared by a search: lower case, without accents, and with the spellings of Devanagari
 * brought together that differ in a dot or a nasal sign alone (हिन्दी and हिंदी, हज़ार and हजार, चाँद and चांद).
 */
export function foldText(text: string): string {
  let out = text
    .replace(joiners, '')
    // a normal form sorts the marks of a letter, and takes the square of their number for that
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .normalize('NFKD')
    .toLowerCase()
    // accents of Latin, Greek and Cyrillic, and the dots of Devanagari
    .replace(/[\u0300-\u036f\u093c]/g, '')
  for (const nasal of nasals) out = out.replace(nasal, '\u0902')
  return out.replace(dentalNasal, '\u0902').replaceAll('\u0901', '\u0902').replace(/\s+/g, ' ')
}

/** The words of a search, folded; a text that has all of them matches. */
export const searchWords = (query: string): string[] => foldText(query).split(' ').filter(Boolean)

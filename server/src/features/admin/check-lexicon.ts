/** Longest line, in UTF-16 units, and most lines: a lexicon is written by people. */
const longestLine = 500
const mostLines = 1000

const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)
const phrasesOf = (text: string): string[] => text.split(',').map((one) => one.trim())

function isLine(line: string): boolean {
  if (line.length > longestLine) return false
  const signs = line.match(/[=>]/g) ?? []
  if (signs.length !== 1) return false
  const [left = '', right = ''] = line.split(/[=>]/)
  // The first name is how the thing is usually called: there is one of it.
  const heads = signs[0] === '=' ? [left.trim()] : phrasesOf(left)
  return [...heads, ...phrasesOf(right)].every(hasWord) && !(signs[0] === '=' && left.includes(','))
}

/**
 * Can search read every line: `usual name = other names` for words of one meaning, `names > what helps` for related ones, and
 * lines that begin with # for notes? Answers the number of the first line that it cannot, or null.
 */
export function findLexiconFault(text: string): number | null {
  const lines = text.split(/\r?\n/)
  if (lines.length > mostLines) return mostLines + 1
  const wrong = lines.findIndex((raw) => {
    const line = raw.trim()
    return line !== '' && !line.startsWith('#') && !isLine(line)
  })
  return wrong === -1 ? null : wrong + 1
}

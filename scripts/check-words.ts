import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './project-root.ts'

type Words = {
  /** a word that is not used here, and what to say instead */
  words: Record<string, string>
  /** beginnings of paths whose text is content, data or history */
  paths: string[]
  /** texts that the specification fixes, or names of others */
  texts: string[]
}

const list: Words = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8'))
const checkedFiles = /[.](ts|tsx|mjs|cjs|css|md|sh|conf|json)$/

/** Splits text into lower-case words; identifiers at their humps, so that `tellUsers` is "tell" and "users". */
export const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

/** Returns the words of a line that are not used here, each with what to say instead. */
export function findWords(line: string, { words, texts }: Pick<Words, 'words' | 'texts'> = list): string[] {
  const own = texts.reduce((rest, text) => rest.replaceAll(text, ''), line)
  return [...new Set(wordsOf(own))].flatMap((word) =>
    Object.hasOwn(words, word) ? `"${word}": say ${words[word]}` : [],
  )
}

/** Returns every place in the repository, file names included, that uses a word of the list. */
export function findPrivateWords(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\n')
    .filter((file) => checkedFiles.test(file) && !list.paths.some((path) => file.startsWith(path)))
  return files.flatMap((file) => {
    const lines = readText(file).split('\n')
    const inName = findWords(file).map((problem) => `${file}: name, ${problem}`)
    return [
      ...inName,
      ...lines.flatMap((line, index) => findWords(line).map((problem) => `${file}:${index + 1}: ${problem}`)),
    ]
  })
}

/** Files that were deleted and not committed yet have no text. */
function readText(file: string): string {
  try {
    return readFileSync(join(projectRoot, file), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '' // errno of the file system
    throw error
  }
}

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commentsOf, namesOf, readSources, type Spot } from '../judges/sources.ts'
import { projectRoot } from '../project-root.ts'

type Exception = {
  /** whole identifiers, or words of the list that may stand in identifiers of `files` */
  names?: string[]
  words?: string[]
  /** beginnings of paths; everywhere when there are none */
  files?: string[]
  reason: string
}

export type WordList = {
  /** a word that is not used here, and what to say instead */
  words: Record<string, string>
  /** the same for names of files and in code alone: in prose these are ordinary English */
  identifiers: Record<string, string>
  /** where a word of `identifiers` means what English means by it */
  exceptions: Exception[]
  /** several words that a native speaker would not put together, and what to say instead */
  phrases: Record<string, string>
  /** beginnings of paths whose text is content, data or history */
  paths: string[]
  /** texts that the specification fixes, or names of others */
  texts: string[]
}

const list: WordList = JSON.parse(readFileSync(join(import.meta.dirname, 'words.json'), 'utf8'))
const checkedFiles = /[.](ts|tsx|mjs|cjs|css|md|sh|conf|json|ya?ml)$/
/** YAML was not read for words before phrases were: lists of search words are data. */
const wordFiles = /[.](ts|tsx|mjs|cjs|css|md|sh|conf|json)$/

/** Words that a comment may have at most; more belong into a README or a decision. */
export const maxCommentWords = 60

/** Splits text into lower-case words; identifiers at their humps, so that `tellUsers` is "tell" and "users". */
export const wordsOf = (text: string): string[] =>
  (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase())

const advise = (words: Record<string, string>, text: string): string[] =>
  [...new Set(wordsOf(text))].flatMap((word) => (Object.hasOwn(words, word) ? `"${word}": say ${words[word]}` : []))

/** Blanks the texts of others, so that what follows stays where it is. */
const withoutTexts = (text: string, texts: readonly string[]): string =>
  texts.reduce((rest, one) => rest.replaceAll(one, ' '.repeat(one.length)), text)

/** Returns the words of a line that are not used here, each with what to say instead. */
export function findWords(line: string, { words, texts }: Pick<WordList, 'words' | 'texts'> = list): string[] {
  return advise(words, withoutTexts(line, texts))
}

/** Returns the words of an identifier, or of the path of a file, that no name may have, each with what to say instead. */
export function findInName(
  name: string,
  file: string,
  { identifiers, exceptions }: Pick<WordList, 'identifiers' | 'exceptions'> = list,
): string[] {
  const own = exceptions.filter(({ files }) => !files || files.some((one) => file.startsWith(one)))
  if (own.some(({ names }) => names?.includes(name))) return []
  const allowed = new Set(own.flatMap(({ words = [] }) => words))
  const words = Object.fromEntries(Object.entries(identifiers).filter(([word]) => !allowed.has(word)))
  return advise(words, name)
}

/** Returns the phrases of a text that are not used here with the number of their line; a phrase may go on in the next line. */
export function findPhrases(
  text: string,
  { phrases, texts }: Pick<WordList, 'phrases' | 'texts'> = list,
): { line: number; problem: string }[] {
  const own = withoutTexts(text, texts)
  return Object.entries(phrases).flatMap(([phrase, instead]) =>
    [...own.matchAll(new RegExp(`\\b${phrase.replaceAll(' ', '[\\s*/]+')}\\b`, 'gi'))].map(({ index }) => ({
      line: own.slice(0, index).split('\n').length,
      problem: `"${phrase}": say ${instead}`,
    })),
  )
}

/** Counts the words of a comment, without its tags (`@param` and the rest) and without what is set in columns. */
export function countCommentWords(comment: string): number {
  const lines = comment
    .replaceAll('*/', '')
    .split('\n')
    .map((line) => line.replace(/^\s*(\/\*\*?|\/\/|\*)/, ''))
  const tags = lines.findIndex((line) => /^\s*@/.test(line))
  const prose = (tags < 0 ? lines : lines.slice(0, tags)).filter((line) => !/^ {4}/.test(line))
  return prose.join(' ').split(/\s+/).filter(Boolean).length
}

/** Returns every place in the repository, file names included, that uses a word, a name or a phrase of the list, or comments at length. */
export function findPrivateWords(): string[] {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 16 * 1024 * 1024,
  })
    .split('\n')
    .filter((file) => checkedFiles.test(file) && isChecked(file))
  const inTexts = files.flatMap((file) => {
    const text = readText(file)
    const lines = wordFiles.test(file) ? text.split('\n') : []
    const inName = [...findWords(file), ...findInName(file, file)].map((problem) => `${file}: name, ${problem}`)
    return [
      ...inName,
      ...lines.flatMap((line, index) => findWords(line).map((problem) => `${file}:${index + 1}: ${problem}`)),
      ...findPhrases(text).map(({ line, problem }) => `${file}:${line}: ${problem}`),
    ]
  })
  return [
    ...inTexts,
    ...readSources(isChecked, (file, place) => [
      ...judgeNames(namesOf(file), place),
      ...judgeComments(commentsOf(file), place),
    ]),
  ]
}

const isChecked = (file: string): boolean => !list.paths.some((path) => file.startsWith(path))

function judgeNames(names: readonly Spot[], file: string): string[] {
  return names.flatMap(({ text, line }) =>
    findInName(text, file).map((problem) => `${file}:${line}: ${text}, ${problem}`),
  )
}

function judgeComments(comments: readonly Spot[], file: string): string[] {
  return comments.flatMap(({ text, line }) => {
    const count = countCommentWords(text)
    return count > maxCommentWords
      ? `${file}:${line}: a comment of ${count} words; at most ${maxCommentWords}: split it, or move it to a README`
      : []
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

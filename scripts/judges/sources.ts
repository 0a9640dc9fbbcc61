import { join, relative } from 'node:path'
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { getLeadingCommentRanges, getTrailingCommentRanges } from 'typescript/unstable/ast/scanner'
import { API, type Checker, type Type } from 'typescript/unstable/sync'
import { projectRoot } from '../project-root.ts'

/** A rule over one file with its types; returns what breaks it. */
export type Rule = (file: SourceFile, checker: Checker) => { node: Node; problem: string }[]

/** Parts of a union, however deep; the type itself when it is none. */
export const partsOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type]

/** Name of the component or element that a tag opens. */
export const tagOf = (opening: Node, file: SourceFile): string =>
  is.isJsxOpeningLikeElement(opening) ? opening.tagName.getText(file) : ''

/** A rule with the files that it is held for, as paths within the repository. */
export type HeldRule = { rule: Rule; files: RegExp }

/** The components of the web app. */
export const pages = /^web\/src\/.*(?<![.]test)[.]tsx$/
/** Components that people see, without the pages for developers. */
export const spokenPages = /^web\/src\/(?!pages\/dev\/|ui\/showcase\/).*(?<![.]test)[.]tsx$/
/** Where sentences are made that people read. Answers of the ChatBot have a sanitiser of their own, which leaves out what no one sees. */
export const sentences = /^(web\/src\/|server\/src\/(features\/(?!assistant\/)|http\/uploads)).*(?<![.]test)[.]tsx?$/

/**
 * Holds rules for the sources of the web app and of the server, types known. Returns each problem with its place.
 * @param instead a file of the web app and a text that it is read as; then only this file is looked at
 */
export function judgeSources(rules: readonly HeldRule[], instead?: { file: string; text: string }): string[] {
  const replaced = instead && join(projectRoot, instead.file)
  // a project of the one file and what it imports: all of the web app's take seconds to read
  const ofOne = join(projectRoot, 'web', 'tsconfig.judged.json')
  const texts = new Map(
    instead && [
      [join(projectRoot, instead.file), instead.text],
      [ofOne, JSON.stringify({ extends: './tsconfig.json', include: [], files: [relative('web', instead.file)] })],
    ],
  )
  const api = new API({ cwd: projectRoot, ...(instead && { fs: { readFile: (name) => texts.get(name) } }) })
  try {
    const openProjects = instead ? [ofOne] : ['web', 'server'].map((one) => join(projectRoot, one, 'tsconfig.json'))
    return api
      .updateSnapshot({ openProjects })
      .getProjects()
      .flatMap(({ program, checker }) =>
        program.getSourceFileNames().flatMap((name) => {
          const place = relative(projectRoot, name).replaceAll('\\', '/')
          const own = rules.filter(({ files }) => files.test(place))
          const file = own.length > 0 && (!replaced || name === replaced) && program.getSourceFile(name)
          if (!file) return []
          const lineOf = (node: Node) => file.text.slice(0, node.getStart(file)).split('\n').length
          return own
            .flatMap(({ rule }) => rule(file, checker))
            .map(({ node, problem }) => `${place}:${lineOf(node)}: ${problem}`)
        }),
      )
  } finally {
    api.close()
  }
}

/** A name or a comment, with the number of its line. */
export type Spot = { text: string; line: number }

/** Folders with a tsconfig.json; the repository itself has end-to-end tests, benchmarks and scripts. */
const workspaces = ['contract', 'server', 'web', '.']

/** Reads the sources of workspaces, each file once, without asking for types. Returns what `judge` says of those that are wanted. */
export function readSources<T>(
  wants: (place: string) => boolean,
  judge: (file: SourceFile, place: string) => T[],
  folders: readonly string[] = workspaces,
): T[] {
  const api = new API({ cwd: projectRoot })
  const seen = new Set<string>()
  try {
    const openProjects = folders.map((one) => join(projectRoot, one, 'tsconfig.json'))
    return api
      .updateSnapshot({ openProjects })
      .getProjects()
      .flatMap(({ program }) =>
        program.getSourceFileNames().flatMap((name) => {
          const place = relative(projectRoot, name).replaceAll('\\', '/')
          if (seen.has(place) || /^[.][.]|node_modules|[.]react-router/.test(place) || !wants(place)) return []
          seen.add(place)
          const file = program.getSourceFile(name)
          return file ? judge(file, place) : []
        }),
      )
  } finally {
    api.close()
  }
}

const lineAt = (text: string, at: number): number => text.slice(0, at).split('\n').length

function eachNode(node: Node, visit: (node: Node) => void): void {
  visit(node)
  node.forEachChild((child) => eachNode(child, visit))
}

/** Returns the identifiers of a file, each once, with its first place. */
export function namesOf(file: SourceFile): Spot[] {
  const found = new Map<string, number>()
  eachNode(file, (node) => {
    if (is.isIdentifier(node) && !found.has(node.text)) found.set(node.text, node.getStart(file))
  })
  return [...found].map(([text, at]) => ({ text, line: lineAt(file.text, at) }))
}

/** Returns the comments of a file, in order; those of one line each that follow one another are one. */
export function commentsOf(file: SourceFile): Spot[] {
  const ranges = new Map<number, number>()
  eachNode(file, (node) => {
    // in text of JSX two slashes are text
    if (node.kind === SyntaxKind.JsxText) return
    const found = [getLeadingCommentRanges(file.text, node.pos), getTrailingCommentRanges(file.text, node.end)]
    for (const { pos, end } of found.flatMap((some) => some ?? [])) ranges.set(pos, end)
  })
  const spots: { pos: number; end: number }[] = []
  for (const [pos, end] of [...ranges].sort(([a], [b]) => a - b)) {
    const before = spots.at(-1)
    const goesOn = file.text.startsWith('//', pos) && before && file.text.startsWith('//', before.pos)
    if (goesOn && /^[ \t]*\r?\n[ \t]*$/.test(file.text.slice(before.end, pos))) before.end = end
    else spots.push({ pos, end })
  }
  return spots.map(({ pos, end }) => ({ text: file.text.slice(pos, end), line: lineAt(file.text, pos) }))
}

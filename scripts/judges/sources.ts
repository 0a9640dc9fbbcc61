import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
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
/** Where sentences are made that people read. Answers of the ChatBot have a sanitiser of their own, which leaves out what no one sees. */
export const sentences = /^(web\/src\/|server\/src\/(features\/(?!assistant\/)|http\/uploads)).*(?<![.]test)[.]tsx?$/

/**
 * Holds rules for the sources of the web app and of the server, types known. Returns each problem with its place.
 * @param instead a file of the web app and a text that it is read as; then only this file is looked at
 */
export function judgeSources(rules: readonly HeldRule[], instead?: { file: string; text: string }): string[] {
  const replaced = instead && join(projectRoot, instead.file)
  const api = new API({
    cwd: projectRoot,
    ...(instead && { fs: { readFile: (name) => (name === replaced ? instead.text : undefined) } }),
  })
  try {
    const workspaces = instead ? ['web'] : ['web', 'server']
    const openProjects = workspaces.map((one) => join(projectRoot, one, 'tsconfig.json'))
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

import { join, relative } from 'node:path'
import type { Node, SourceFile } from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Type } from 'typescript/unstable/sync'
import { projectRoot } from '../project-root.ts'

/** A rule over one file of the web app with its types; returns what breaks it. */
export type Rule = (file: SourceFile, checker: Checker) => { node: Node; problem: string }[]

/** Parts of a union, however deep; the type itself when it is none. */
export const partsOf = (type: Type | undefined): readonly Type[] =>
  type === undefined ? [] : type.isUnionType() ? type.getTypes().flatMap(partsOf) : [type]

/** Name of the component or element that a tag opens. */
export const tagOf = (opening: Node, file: SourceFile): string =>
  is.isJsxOpeningLikeElement(opening) ? opening.tagName.getText(file) : ''

/**
 * Holds rules for the components of the web app, types known. Returns each problem with its place.
 * @param instead a component file and a text that it is read as; then only this file is looked at
 */
export function judgeWebSources(rules: readonly Rule[], instead?: { file: string; text: string }): string[] {
  const replaced = instead && join(projectRoot, instead.file)
  const api = new API({
    cwd: projectRoot,
    ...(instead && { fs: { readFile: (name) => (name === replaced ? instead.text : undefined) } }),
  })
  try {
    const config = join(projectRoot, 'web', 'tsconfig.json')
    const [project] = api.updateSnapshot({ openProjects: [config] }).getProjects()
    if (!project) throw new Error(`${config} is no project`)
    const { program, checker } = project
    const isJudged = (name: string) =>
      replaced ? name === replaced : /\/web\/src\/.*(?<![.]test)[.]tsx$/.test(name.replaceAll('\\', '/'))
    return program
      .getSourceFileNames()
      .filter(isJudged)
      .flatMap((name) => {
        const file = program.getSourceFile(name)
        if (!file) return []
        const place = relative(projectRoot, name).replaceAll('\\', '/')
        const lineOf = (node: Node) => file.text.slice(0, node.getStart(file)).split('\n').length
        return rules
          .flatMap((rule) => rule(file, checker))
          .map(({ node, problem }) => `${place}:${lineOf(node)}: ${problem}`)
      })
  } finally {
    api.close()
  }
}

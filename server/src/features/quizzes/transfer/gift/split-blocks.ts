import { maxTags } from '@virtual-courses/contract'
import { readMarks } from './escapes.ts'

/** A question of a GIFT file: its text without comments, and what comments and categories say of it. */
export type Block = {
  /** of the file, from 1 */
  line: number
  text: string
  tags: string[]
  marks: ReadonlyMap<string, string>
  units: string[]
}

const category = /^\s*\$CATEGORY:(.*)$/i

/** Names of a category that are read: one more than a question can have as tags, so that it is said that some are left out. */
const mostNames = maxTags + 1
const longestPath = 4000

/** Returns the names of a category, from the outermost to the innermost, without those that Moodle adds. */
const categoriesOf = (path: string): string[] =>
  path
    .slice(0, longestPath)
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'top' && !/^\$\w+\$$/.test(name))
    .slice(0, mostNames)

/** Takes a GIFT file apart into its first questions, which empty lines separate. */
export function splitBlocks(file: string, most: number): Block[] {
  const blocks: Block[] = []
  let categories: string[] = []
  let open: { line: number; lines: string[]; comments: string[] } | null = null
  const close = () => {
    const text = open?.lines.join('\n') ?? ''
    if (open && text.trim() !== '') {
      const marks = open.comments.flatMap(readMarks)
      const valuesOf = (wanted: string) => marks.flatMap(({ name, value }) => (name === wanted ? [value] : []))
      blocks.push({
        line: open.line,
        text,
        tags: [...categories, ...valuesOf('tag')],
        marks: new Map(marks.map(({ name, value }) => [name, value])),
        units: valuesOf('unit'),
      })
    }
    open = null
  }
  const lines = file.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  for (const [at, line] of lines.entries()) {
    if (blocks.length >= most) break
    const named = category.exec(line)
    if (named) {
      close()
      categories = categoriesOf(named[1] ?? '')
      continue
    }
    if (line.trim() === '') {
      close()
      continue
    }
    open ??= { line: at + 1, lines: [], comments: [] }
    if (/^\s*\/\//.test(line)) open.comments.push(line)
    else {
      if (open.lines.length === 0) open.line = at + 1
      open.lines.push(line)
    }
  }
  close()
  return blocks
}

import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { projectRoot } from '../project-root.ts'

export type DecisionRecord = { file: string; number: string; title: string; state: string }

/** The line of a record that a later one has replaced, below its date. Without it the record is in force. */
const stateLine = /^State: (replaced(?: in part)? by \d{3}(?:, \d{3})*(?: \([^)]+\))?)$/

/** Returns the decision records in their order. Throws for one whose state is not well-formed, or names a record that does not exist. */
export function readDecisions(): DecisionRecord[] {
  const files = globSync('docs/decisions/[0-9]*.md', { cwd: projectRoot })
    .map((file) => basename(file))
    .sort()
  const numbers = new Set(files.map((file) => file.slice(0, 3)))
  return files.map((file) => {
    const lines = readFileSync(join(projectRoot, 'docs/decisions', file), 'utf8').split('\n')
    const given = lines.find((line) => line.startsWith('State:'))
    const [, state = given === undefined ? 'in force' : undefined] = stateLine.exec(given ?? '') ?? []
    const unknown = [...(state ?? '').matchAll(/\b\d{3}\b/g)].filter(([number]) => !numbers.has(number))
    if (state === undefined || unknown.length > 0)
      throw new Error(
        `${file}: "${given}" is not "State: replaced [in part] by NNN, NNN (what)" with numbers of records`,
      )
    return { file, number: file.slice(0, 3), title: (lines[0] ?? '').replace(/^# \d{3} /, ''), state }
  })
}

/** Returns the text of docs/decisions/README.md. */
export function listDecisions(): string {
  const all = readDecisions()
  const link = (text: string) =>
    text.replace(/\b\d{3}\b/g, (number) => {
      const found = all.find((record) => record.number === number)
      return found ? `[${number}](${found.file})` : number
    })
  const rows = all.map(({ file, number, title, state }) => `| [${number}](${file}) | ${title} | ${link(state)} |`)
  return `<!-- Written by \`npm run docs\` from the records: their first line, and the line "State:" below the date. -->
# Decision records

Why the program is built as it is, in the order in which it was decided. Those that a later one has replaced stay, since they say what was tried.

| record | title | state |
|---|---|---|
${rows.join('\n')}
`
}

import { stringify } from 'csv-stringify/sync'

const isFormula = (character: string): boolean => /[=+\-@\uff0b\uff0d\uff1d\uff20]/.test(character)
/** What may stand before the sign of a formula that a spreadsheet still reads as one. */
const isBeside = (character: string): boolean => character === "'" || /\s/.test(character)
/** Where cells begin: semicolons separate them in many countries, and some programs begin one at a line break. */
const begins = (text: string, at: number): boolean => at === 0 || text[at - 1] === ';' || text[at - 1] === '\n'

/** Returns for each place of a text whether a formula begins there, after spaces or apostrophes. */
function formulasIn(text: string): boolean[] {
  const found: boolean[] = new Array(text.length + 1).fill(false)
  for (let at = text.length - 1; at >= 0; at--) {
    const character = text.charAt(at)
    found[at] = isFormula(character) || (isBeside(character) && found[at + 1] === true)
  }
  return found
}

/** Returns a text with an apostrophe wherever a spreadsheet would read a formula. `plainCell` takes exactly these away. */
export function safeCell(text: string): string {
  const formulas = formulasIn(text)
  let cell = ''
  for (let at = 0; at < text.length; at++) cell += formulas[at] && begins(text, at) ? `'${text[at]}` : text[at]
  return cell
}

/** Returns the text of a cell that `safeCell` has written; one that a person typed stays as it is. */
export function plainCell(cell: string): string {
  const formulas = formulasIn(cell)
  let text = ''
  for (let at = 0; at < cell.length; at++)
    if (!(cell[at] === "'" && formulas[at + 1] && begins(cell, at))) text += cell[at]
  return text
}

type Options = {
  /** Begins with the mark by which spreadsheets know UTF-8. */
  bom?: boolean
  /** Keeps line breaks and tabs in cells; otherwise they become spaces. */
  keepLines?: boolean
}

/** Rows as CSV (RFC 4180). Numbers stay numbers, negative ones too; texts cannot be formulas. */
export const csvOf = (
  rows: readonly (readonly (string | number)[])[],
  { bom = false, keepLines = false }: Options = {},
): string =>
  stringify(
    rows.map((row) =>
      row.map((cell) =>
        typeof cell === 'number'
          ? String(cell)
          : safeCell(cell.replace(keepLines ? /[^\P{Cc}\n\t]+/gu : /\p{Cc}+/gu, ' ')),
      ),
    ),
    { bom, record_delimiter: 'windows' },
  )

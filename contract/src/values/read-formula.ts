/** Maximum length of a formula; a longer one stays text. */
export const maxFormula = 500
const formulaAt = new RegExp(
  `\\$\\$([^$]{1,${maxFormula}})\\$\\$|\\$(?=\\S)([^$\\n]{0,${maxFormula - 1}}[^$\\s])\\$(?!\\d)`,
  'y',
)

/** Returns the formula that begins at a place of a Markdown text; null where there is none. */
export function readFormula(markdown: string, at: number): { tex: string; block: boolean; length: number } | null {
  formulaAt.lastIndex = at
  const [all, block, inline] = formulaAt.exec(markdown) ?? []
  const tex = (block ?? inline)?.trim()
  return all === undefined || !tex ? null : { tex, block: block !== undefined, length: all.length }
}

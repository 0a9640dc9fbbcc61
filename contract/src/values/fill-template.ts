/** What a text may name, by the name of its placeholder. "" is not known yet, "0" is none. */
export type TemplateFacts = Readonly<Record<string, string>>

/** A text with the values of its placeholders. `missing` and `unknown` are names, each once. */
export type FilledTemplate = { text: string; missing: string[]; unknown: string[] }

const placeholder = /\{([A-Za-z]\w*)\}/g
const condition = /^\{([?!])([A-Za-z]\w*)\}[ \t]?/
const address = /^[^\s@]+@[^\s@]+$/
const marks = /[\\`*_{}[\]()#+\-.!|<>~]/g

/** Returns a value as Markdown that shows it as it is: an address of mail as a link, lines joined by commas. */
function asMarkdown(value: string): string {
  if (/^https?:\/\/\S+$/.test(value)) return value
  if (address.test(value)) return `[${value.replace(marks, '\\$&')}](mailto:${encodeURI(value).replace(/[()]/g, '')})`
  return value
    .split(/\s*[\r\n]+\s*/)
    .filter((line) => line !== '')
    .join(', ')
    .replace(marks, '\\$&')
}

/**
 * Fills the placeholders of a text in Markdown, such as `{siteName}`. A line that begins with `{?name}` stays only where the fact is there,
 * one with `{!name}` only where it is not; both may begin a line. Where a fact is missing stands what `markOf` returns; unknown names stay.
 */
export function fillTemplate(source: string, facts: TemplateFacts, markOf: (name: string) => string): FilledTemplate {
  const missing = new Set<string>()
  const unknown = new Set<string>()
  const factOf = (name: string): string | undefined => (Object.hasOwn(facts, name) ? facts[name] : undefined)
  const lines: string[] = []
  for (const whole of source.split('\n')) {
    let line = whole
    let shown = true
    for (let found = condition.exec(line); found; found = condition.exec(line)) {
      const [start, sign, name = ''] = found
      const value = factOf(name)
      if (value === undefined) unknown.add(name)
      const known = value !== undefined && value !== '' && value !== '0'
      if (known !== (sign === '?')) shown = false
      line = line.slice(start.length)
    }
    if (!shown) continue
    lines.push(
      line.replace(placeholder, (text, name: string) => {
        const value = factOf(name)
        if (value === undefined) unknown.add(name)
        else if (value === '') missing.add(name)
        else return asMarkdown(value)
        return value === undefined ? text : `**\\[${markOf(name)}\\]**`
      }),
    )
  }
  // a paragraph whose lines are all left out leaves no gap
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return { text, missing: [...missing], unknown: [...unknown] }
}

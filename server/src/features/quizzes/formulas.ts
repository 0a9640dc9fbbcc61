import { type Formula, readFormula } from '@virtual-courses/contract'
import { LRUCache } from 'lru-cache'
import temml from 'temml'

/** Formulas of one question that are shown; more stay text. */
const mostFormulas = 60
/** Characters of MathML of one formula, and steps in which macros of it are replaced: a short text could become a long one. */
const mostMathml = 20_000
const mostSteps = 200

type Read = { tex: string; block: boolean }

const kept = new LRUCache<string, { mathml: string | null }>({ max: 2000 })

function render({ tex, block }: Read): string | null {
  const key = `${block ? 'b' : 'i'}${tex}`
  const known = kept.get(key)
  if (known) return known.mathml
  let mathml: string | null = null
  try {
    const made = temml.renderToString(tex, {
      displayMode: block,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: mostSteps,
      maxSize: [20, 200],
    })
    if (made.length <= mostMathml) mathml = made
  } catch {
    // what TeX does not know stays text, as it was written
  }
  kept.set(key, { mathml })
  return mathml
}

/** Returns the formulas of Markdown texts as MathML; those that cannot be read are left out, and stay text. */
export function formulasOf(texts: readonly string[]): Formula[] {
  const found = new Map<string, Read>()
  for (const text of texts)
    for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at)) {
      const read = readFormula(text, at)
      if (read && found.size < mostFormulas)
        found.set(`${read.block} ${read.tex}`, { tex: read.tex, block: read.block })
      at += read?.length ?? 1
    }
  return [...found.values()].flatMap((read) => {
    const mathml = render(read)
    return mathml === null ? [] : [{ ...read, mathml }]
  })
}

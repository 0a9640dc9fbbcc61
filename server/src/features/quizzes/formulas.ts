import { createContext, Script } from 'node:vm'
import { type Formula, readFormula } from '@virtual-courses/contract'
import { LRUCache } from 'lru-cache'
import temml from 'temml'

/** Formulas of one question that are shown; more stay text. */
const mostFormulas = 60
/** Characters of MathML of one formula, and steps in which macros of it are replaced: a short text could become a long one. */
const mostMathml = 20_000
/** Characters of MathML of one question: a reply has hundreds of questions. */
const mostOfQuestion = 40_000
const mostSteps = 200
/** Milliseconds in which the formulas of one question are read: some that are short would take years, and all memory. */
const mostMs = 400
/** Milliseconds that all formulas may take at once, and their share of the time in the long run. */
const mostAtOnceMs = 2000
const share = 0.25
/** Milliseconds for one question while slow ones have taken that: enough for what people write. */
const scarceMs = 15

type Read = { tex: string; block: boolean }
type Made = { mathml: string | null }

const kept = new LRUCache<string, Made>({ max: 2000 })
const keyOf = ({ tex, block }: Read): string => `${block ? 'b' : 'i'}${tex}`

function render({ tex, block }: Read): Made {
  try {
    const mathml = temml.renderToString(tex, {
      displayMode: block,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: mostSteps,
      maxSize: [20, 200],
    })
    return { mathml: mathml.length <= mostMathml ? mathml : null }
  } catch {
    // what TeX does not know stays text, as it was written
    return { mathml: null }
  }
}

/** The work of a script, which alone can be stopped while it runs. */
const stoppable: { work: () => void } = { work: () => undefined }
const script = new Script('work()')
const context = createContext(stoppable)
const budget = { ms: mostAtOnceMs, at: performance.now() }

/** Returns what formulas become, up to the one at which the time was over. */
function renderInTime(reads: readonly Read[]): Made[] {
  const began = performance.now()
  budget.ms = Math.min(mostAtOnceMs, budget.ms + share * (began - budget.at))
  budget.at = began
  const made: Made[] = []
  const isScarce = budget.ms < mostMs
  stoppable.work = () => {
    for (const read of reads) made.push(render(read))
  }
  try {
    script.runInContext(context, { timeout: isScarce ? scarceMs : mostMs })
  } catch {
    // the first had all of the time; a later one may only have come too late, and is the first of the next read
    if (made.length === 0 && !isScarce) made.push({ mathml: null })
  }
  budget.ms -= performance.now() - began
  return made
}

/** Returns the formulas of Markdown texts as MathML; those that cannot be read, or not in time, are left out, and stay text. */
export function formulasOf(texts: readonly string[]): Formula[] {
  const found = new Map<string, Read>()
  for (const text of texts)
    for (let at = text.indexOf('$'); at >= 0; at = text.indexOf('$', at)) {
      const read = readFormula(text, at)
      if (read && found.size < mostFormulas) {
        const formula = { tex: read.tex, block: read.block }
        found.set(keyOf(formula), formula)
      }
      at += read?.length ?? 1
    }
  const known = new Map([...found.keys()].map((key) => [key, kept.get(key)]))
  const unknown = [...found].filter(([key]) => !known.get(key))
  const made = unknown.length === 0 ? [] : renderInTime(unknown.map(([, read]) => read))
  for (const [at, one] of made.entries()) {
    const [key] = unknown[at] ?? []
    if (key === undefined) continue
    known.set(key, one)
    kept.set(key, one)
  }
  let length = 0
  return [...found].flatMap(([key, read]) => {
    const mathml = known.get(key)?.mathml ?? null
    if (mathml === null || length + mathml.length > mostOfQuestion) return []
    length += mathml.length
    return [{ ...read, mathml }]
  })
}

import type { Context, Subject } from './crossed-lists.ts'

/** Words for the placeholders of a frame, and the context that some of them come from. */
export type Filling = { words: Record<string, string>; context: Context | null }

const ofSubject: Record<string, (subject: Subject) => string[]> = {
  bare: ({ noun }) => noun.slice(0, 1),
  other: ({ noun }) => noun.slice(1),
  noun: ({ noun }) => noun,
  verb: ({ verb = [] }) => verb,
  ing: ({ ing = [] }) => ing,
  spelling: ({ spelling = [] }) => spelling,
  after: ({ after = [] }) => after,
  job: ({ job = [] }) => job,
  role: ({ job = [] }) => job.map((name) => name.replace(/^an? /, '')),
  hindi: ({ hinglish = [] }) => hinglish,
  hindiName: ({ hinglish = [] }) => hinglish.slice(0, 1),
  nagari: ({ devanagari = [] }) => devanagari,
  nagariName: ({ devanagari = [] }) => devanagari.slice(0, 1),
}

const ofContext: Record<string, (context: Context) => string | undefined> = {
  suffix: ({ suffix }) => suffix,
  prefix: ({ prefix }) => prefix,
  Prefix: ({ prefix }) => prefix && prefix.charAt(0).toUpperCase() + prefix.slice(1),
  modifier: ({ modifier }) => modifier,
  hindiContext: ({ hinglish }) => hinglish,
  nagariContext: ({ devanagari }) => devanagari,
}

/**
 * Returns every way to fill a frame with one name of the subject and one of the contexts. None if the subject has no such
 * name, or if no context has the form that the frame asks for.
 */
export function fillings(frame: string, subject: Subject, contexts: readonly Context[]): Filling[] {
  const names = [...frame.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const [subjectName = ''] = names.filter((name) => ofSubject[name])
  const contextName = names.find((name) => ofContext[name])
  const texts = ofSubject[subjectName]?.(subject) ?? []
  if (contextName === undefined) return texts.map((text) => ({ words: { [subjectName]: text }, context: null }))
  return contexts.flatMap((context) => {
    const said = ofContext[contextName]?.(context)
    const misfits = contextName === 'suffix' && context.nounOnly && ['verb', 'ing'].includes(subjectName)
    if (said === undefined || misfits) return []
    return texts.map((text) => ({ words: { [subjectName]: text, [contextName]: said }, context }))
  })
}

/** Returns the frame with the words in place of its placeholders. Throws if one has no word. */
export function fillFrame(frame: string, words: Readonly<Record<string, string>>): string {
  return frame.replace(/\{(\w+)\}/g, (_, name: string) => {
    const word = words[name]
    if (word === undefined) throw new Error(`The frame "${frame}" has no word for "${name}"`)
    return word
  })
}

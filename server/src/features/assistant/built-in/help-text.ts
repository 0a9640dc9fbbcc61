import { readHelp } from '../data/assistant-data.ts'

const { support: phrases, topics } = readHelp()

/** Returns what is true of the site about a topic of `help.yaml`; undefined for other names. `support` is an address or "". */
export function helpText(key: string, support: string): string | undefined {
  const topic = topics[key]
  if (!topic) return undefined
  const write = support === '' ? phrases.unnamed : phrases.named.replace('{address}', support)
  const text = support === '' ? (topic.withoutSupport ?? topic.text) : topic.text
  return text.replace('{support}', write)
}

/** All topics with their titles, in the order of the file. */
export const helpTexts = (support: string): { title: string; text: string }[] =>
  Object.entries(topics).map(([key, { title }]) => ({ title, text: helpText(key, support) ?? '' }))

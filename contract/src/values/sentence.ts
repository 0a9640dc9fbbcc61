/** A sentence that people read, and the values of its placeholders. */
type Sentence = { message: string; values: Record<string, string | number> }

const sentences = new Map<string, Sentence>()

/**
 * Returns an English sentence with its values, and remembers it, so that the server can say the same in other languages. Call it while
 * a module is loaded: what it remembers is never forgotten. `sentence('At most {max} people', { max: 6 })` is "At most 6 people".
 */
export function sentence(message: string, values: Record<string, string | number> = {}): string {
  const text = message.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString('en-IN') : value
  })
  sentences.set(text, { message, values })
  return text
}

/** Returns what an English text was made from; undefined for a text that did not come from `sentence`. */
export const sentenceOf = (text: string): Sentence | undefined => sentences.get(text)

/** All messages, for the catalogues of translations. */
export const sentenceMessages = (): string[] => [...new Set([...sentences.values()].map(({ message }) => message))]

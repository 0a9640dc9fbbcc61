import type { MessageDescriptor } from '@lingui/core'
import type { Sentence } from './language.ts'

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Sentences are kept in the database in English, with their values filled in. Returns what finds the sentence that a kept text was made
 * from, among `sentences`, so that it can be said in the reader's language. Sentences without values need not be given: `say` knows them.
 */
export function keptSentences(sentences: readonly MessageDescriptor[]): (text: string) => Sentence {
  const known = sentences.map(({ id, message = '' }) => {
    const parts = message.split(/\{(\w+)\}/)
    const pattern = parts.map((part, at) => (at % 2 === 0 ? escaped(part) : `(?<${part}>.*)`)).join('')
    return { id, message, pattern: new RegExp(`^${pattern}$`, 's') }
  })
  return (text) => {
    for (const { id, message, pattern } of known) {
      const found = pattern.exec(text)
      if (found) return { id, message, values: { ...found.groups } }
    }
    return text
  }
}

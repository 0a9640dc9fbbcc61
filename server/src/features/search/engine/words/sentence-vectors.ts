import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Embedder } from '#ports/embedder.ts'
import { intentsOf, type Lexicon, loadLexicon } from './lexicon.ts'

/** A SHA-256 hash of the model and the sentences, and a vector for each sentence: 32-bit floats, little-endian. */
const file = join(import.meta.dirname, '../../data/sentence-vectors.bin')
const hashBytes = 32

/** The sentences of the lexicon that searches are compared with, each once. */
export const sentencesOf = (lexicon: Lexicon): string[] => [
  ...new Set([...lexicon.offTopic, ...intentsOf(lexicon).map(({ sentence }) => sentence)]),
]

const hashOf = (model: string, sentences: readonly string[]): Buffer =>
  hash('sha256', JSON.stringify([model, sentences]), 'buffer')

/**
 * Returns the vectors of the sentences of our lexicon, so that the model is not loaded for them. None after a change of the lexicon or the
 * model, until `npm run bench -- search-sentences` has written them again.
 */
export function loadSentenceVectors(
  { model, dimensions }: Pick<Embedder, 'model' | 'dimensions'>,
  lexicon: Lexicon,
): Map<string, Float32Array> {
  const sentences = sentencesOf(lexicon)
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  if (!bytes.subarray(0, hashBytes).equals(hashOf(model, sentences))) return new Map()
  const floats = new Float32Array(new Uint8Array(bytes.subarray(hashBytes)).buffer)
  return new Map(sentences.map((sentence, at) => [sentence, floats.subarray(at * dimensions, (at + 1) * dimensions)]))
}

/** The content of the file, made by the model. */
export async function makeSentenceVectors(embedder: Embedder): Promise<Buffer> {
  const sentences = sentencesOf(loadLexicon())
  const vectors = await embedder.embed(sentences)
  const floats = Float32Array.from(vectors.flatMap((vector) => [...vector]))
  return Buffer.concat([hashOf(embedder.model, sentences), Buffer.from(floats.buffer)])
}

/** Path of the file. */
export const sentenceVectorsFile = file

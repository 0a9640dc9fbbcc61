import { writeFileSync } from 'node:fs'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { makeSentenceVectors, sentenceVectorsFile } from '../../server/src/features/search/engine/words/lexicon.ts'

/** Writes the vectors of the lexicon's sentences, with which a server starts without the model. */
const bytes = await makeSentenceVectors(sentenceEncoder())
writeFileSync(sentenceVectorsFile, bytes)
console.log(`${sentenceVectorsFile}: ${bytes.length} bytes`)

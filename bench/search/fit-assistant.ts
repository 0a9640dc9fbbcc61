import { writeFileSync } from 'node:fs'
import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import { recogniserData } from '../../server/src/features/assistant/data/assistant-data.ts'
import { createEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { createRecogniser, featureNames, wordFeatures } from '../../server/src/features/search/engine/recognise.ts'
import { loadLexicon } from '../../server/src/features/search/engine/words/lexicon.ts'
import { softmax } from '../../server/src/features/search/engine/words/word-bags.ts'
import { createEnglish } from '../../server/src/features/search/engine/words/words.ts'

/**
 * Fits the few weights of the assistant's recogniser and writes them as data. Each example of `intents.yaml` is read as if it
 * were not among them; a softmax over the labels is made likely for its own label by gradient ascent.
 */
const file = new URL('../../server/src/features/assistant/data/recogniser.json', import.meta.url)
const steps = 600
const rate = 0.5
/** pulls weights towards 0, so that no feature is trusted alone */
const decay = 0.0002

const data = recogniserData()
const isEnglish = createEnglish()
const embedder = sentenceEncoder()
const engine = await createEngine({ lexicon: loadLexicon(), embedder: null, isEnglish })
const recogniser = createRecogniser({ ...data, understand: engine.read, isEnglish })
const sentences = recogniser.sentences.filter((sentence) => sentence !== null)
recogniser.learn(await embedder.embed(sentences))

type Case = { features: number[][]; right: number; english: boolean }
const cases = data.examples.map(
  ({ label }, at): Case => ({
    features: recogniser.featuresWithout(at),
    right: recogniser.labels.indexOf(label),
    english: recogniser.sentences[at] !== null,
  }),
)

const scoresOf = (features: readonly number[][], weights: readonly number[]): number[] =>
  features.map((one) => weights.reduce((sum, weight, at) => sum + weight * (one[at] ?? 0), 0))

function fitWeights(some: readonly Case[], size: number): number[] {
  let weights = Array.from({ length: size }, () => 3)
  for (let step = 0; step < steps; step++) {
    const slope = weights.map((weight) => -decay * weight)
    for (const { features, right } of some) {
      const likely = softmax(scoresOf(features, weights))
      for (let at = 0; at < size; at++) {
        const expected = likely.reduce((sum, part, place) => sum + part * (features[place]?.[at] ?? 0), 0)
        slope[at] = (slope[at] ?? 0) + ((features[right]?.[at] ?? 0) - expected) / some.length
      }
    }
    weights = weights.map((weight, at) => weight + rate * 20 * (slope[at] ?? 0))
  }
  return weights.map((weight) => Math.round(weight * 100) / 100)
}

function accuracy(some: readonly Case[], weights: readonly number[]): string {
  const wrong = some.filter(({ features, right }) => {
    const scores = scoresOf(features, weights)
    return scores.indexOf(Math.max(...scores)) !== right
  })
  return `${(100 * (1 - wrong.length / some.length)).toFixed(1)} % of ${some.length}`
}

const english = cases.filter((one) => one.english)
const withMeaning = fitWeights(english, featureNames.length)
const wordsAlone = fitWeights(cases, wordFeatures)
console.log(`${data.examples.length} examples of ${recogniser.labels.length} labels; each read without itself`)
console.log(`with meanings: ${withMeaning.join(', ')}: ${accuracy(english, withMeaning)}`)
console.log(
  `words alone: ${wordsAlone.join(', ')}: ${accuracy(cases, wordsAlone)}; of the English ones ${accuracy(english, wordsAlone)}`,
)
const line = (name: string, weights: readonly number[]): string => `  "${name}": [${weights.join(', ')}]`
writeFileSync(
  file,
  `{
${line('withMeaning', withMeaning)},
${line('wordsAlone', wordsAlone)}
}
`,
)

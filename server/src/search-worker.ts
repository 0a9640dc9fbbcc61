import { parentPort, workerData } from 'node:worker_threads'
import { loadSentenceEncoder } from './adapters/embeddings/sentence-encoder.ts'
import { createEngine } from './features/search/engine/create-engine.ts'
import { createEnglish } from './features/search/engine/english.ts'
import { findings } from './features/search/engine/findings.ts'
import { defaultLexicon } from './features/search/lexicon/default-lexicon.ts'
import { withOperatorLines } from './features/search/lexicon/with-operator-lines.ts'
import type {
  FromSearchThread,
  SearchAnswer,
  SearchRequest,
  SearchThreadOptions,
  ToSearchThread,
} from './search-worker-messages.ts'

const { embeddings, lexicon } = workerData as SearchThreadOptions // given by openSearchIndex
const tell = (message: FromSearchThread): void => parentPort?.postMessage(message)

let trouble: string | null = null
const embedder = embeddings
  ? await loadSentenceEncoder().catch((error: unknown) => {
      trouble = error instanceof Error ? error.message : String(error)
      return null
    })
  : null
const engine = await createEngine({
  lexicon: withOperatorLines(defaultLexicon, lexicon),
  embedder,
  isEnglish: createEnglish(),
})
// The first searches are slow: code is compiled, and the model's memory is laid out.
for (const text of ['learn web development for free', 'mujhe python sikhna hai', 'advanced machin lerning'])
  await engine.search(text)

async function act(request: SearchRequest): Promise<SearchAnswer[keyof SearchAnswer]> {
  switch (request.act) {
    case 'update':
      for (const { course, vectors } of request.put) engine.put(course, vectors.length > 0 ? vectors : undefined)
      for (const id of request.remove) engine.remove(id)
      return null
    case 'search':
      return findings(await engine.search(request.input))
    case 'similar':
      return engine.similar(request.id, request.most)
    case 'embed':
      if (!embedder) throw new Error('There is no model for embeddings')
      return embedder.embed(request.texts)
    case 'lexicon':
      await engine.setLexicon(withOperatorLines(defaultLexicon, request.lines))
      return null
  }
}

// One after the other: the model does one thing at a time anyway, and an update must be seen by the search after it.
let line: Promise<void> = Promise.resolve()
parentPort?.on('message', (message: ToSearchThread) => {
  line = line.then(() =>
    act(message).then(
      (answer) => tell({ call: message.call, answer }),
      (error: unknown) => tell({ call: message.call, error: error instanceof Error ? error.message : String(error) }),
    ),
  )
})
tell({ ready: true, model: embedder?.model ?? null, trouble })

import { setImmediate as takeMessages } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { sentenceEncoder } from '#adapters/embeddings/sentence-encoder.ts'
import { recogniserData } from '#features/assistant/data/assistant-data.ts'
import { createEngine, findings, type SearchEngine } from '#features/search/engine/create-engine.ts'
import { createRecogniser } from '#features/search/engine/recognise.ts'
import { loadLexicon, loadSentenceVectors, withOperatorLines } from '#features/search/engine/words/lexicon.ts'
import { createEnglish } from '#features/search/engine/words/words.ts'
import type { Embedder } from '#ports/embedder.ts'
import type { Reading } from '#ports/search-index.ts'
import type {
  FromSearchThread,
  SearchAnswer,
  SearchRequest,
  SearchThreadOptions,
  ToSearchThread,
} from './open-search-index.ts'

const { embeddings, lexicon } = workerData as SearchThreadOptions // given by openSearchIndex
const send = (message: FromSearchThread): void => parentPort?.postMessage(message)

let problem: string | null = null
const isEnglish = createEnglish()
const defaultLexicon = loadLexicon()
const openEngine = (embedder: Embedder | null): Promise<SearchEngine> =>
  createEngine({
    lexicon: withOperatorLines(defaultLexicon, lexicon),
    embedder,
    isEnglish,
    ...(embedder && { sentences: loadSentenceVectors(embedder, defaultLexicon) }),
  })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

type Opened = { embedder: Embedder | null; engine: SearchEngine }
type Answer = SearchAnswer[keyof SearchAnswer]

/** Opens the engine with the embedding model, or without it when the vector index cannot be loaded. */
async function open(): Promise<Opened> {
  if (embeddings) {
    try {
      // without its model this thread is of no use: the next one works by words alone
      const embedder = sentenceEncoder((error) => send({ noModel: messageOf(error) }))
      return { embedder, engine: await openEngine(embedder) }
    } catch (error) {
      problem = messageOf(error)
    }
  }
  return { embedder: null, engine: await openEngine(null) }
}

/** Answers the messages to this thread, from now on. */
function serve({ embedder, engine }: Opened): void {
  const recogniser = createRecogniser({ ...recogniserData(), understand: engine.read, isEnglish })
  // Warm-up: the first texts are slow.
  for (const text of ['learn web development for free', 'mujhe python sikhna hai', 'advanced machin lerning'])
    engine.read(text)

  async function act(request: SearchRequest): Promise<Answer> {
    switch (request.act) {
      case 'update':
        for (const { course, vectors } of request.put) engine.put(course, vectors.length > 0 ? vectors : undefined)
        for (const id of request.remove) engine.remove(id)
        return null
      case 'search':
        return findings(await engine.search(request.input, request.options))
      case 'read':
        lessons ??= embedder ? recogniser.sentences.filter((sentence) => sentence !== null) : []
        return readMessage(request.text)
      case 'similar':
        return engine.similar(request.id, request.most)
      case 'embed':
        return embedInPauses(request.texts)
      case 'embedQuestion':
        return (await embedOne(request.text)) ?? null
      case 'calibrate':
        return engine.calibrate(async () => {
          await takeMessages()
          await serveUrgent()
        })
      case 'setSure':
        engine.setSure(request.likely)
        return null
      case 'lexicon':
        await engine.setLexicon(withOperatorLines(defaultLexicon, request.lines))
        return null
    }
  }

  /** A title may sound like a question, so what a message asks is read without the titles that it names. */
  async function readMessage(text: string): Promise<Reading> {
    const { titles, rest, masked } = engine.titles(text)
    const reading = await recogniser.read(text, embedOne)
    if (!titles.some(({ whole }) => whole)) return { ...reading, titles, rest }
    const { labels } = await recogniser.read(masked, embedOne)
    return { ...reading, titles, rest, labels }
  }

  /** Maximum tokens of a message to the assistant; of a longer one only the beginning is compared. */
  const messageTokens = { each: 60, all: 60 }
  const embedOne = async (text: string): Promise<Float32Array | undefined> =>
    (await embedder?.embed([text], messageTokens))?.[0]

  /** Examples of the recogniser without a vector, from the first message on; until all have one, it uses words only. */
  let lessons: string[] | null = null
  const learned: Float32Array[] = []
  const lessonSize = 4

  async function learnSome(): Promise<void> {
    try {
      learned.push(...((await embedder?.embed(lessons?.splice(0, lessonSize) ?? [])) ?? []))
      if (lessons?.length === 0) recogniser.learn(learned.splice(0))
    } catch {
      lessons = []
    }
    await takeMessages()
  }

  const urgent: ToSearchThread[] = []
  const background: ToSearchThread[] = []

  async function answer(message: ToSearchThread): Promise<void> {
    try {
      send({ call: message.call, answer: await act(message) })
    } catch (error) {
      send({ call: message.call, error: messageOf(error) })
    }
  }

  /** Handles urgent messages in order, so that a search sees the updates before it. */
  async function serveUrgent(): Promise<void> {
    for (let next = urgent.shift(); next; next = urgent.shift()) await answer(next)
  }

  /** Embeds texts one by one and handles urgent messages in between, so that searches do not wait for the vectors of courses. */
  async function embedInPauses(texts: readonly string[]): Promise<Float32Array[]> {
    if (!embedder) throw new Error('There is no model for embeddings')
    const vectors: Float32Array[] = []
    for (const text of texts) {
      vectors.push(...(await embedder.embed([engine.inEnglish(text)])))
      await takeMessages()
      await serveUrgent()
    }
    return vectors
  }

  let working = false
  async function work(): Promise<void> {
    if (working) return
    working = true
    while (urgent.length + background.length + (lessons?.length ?? 0) > 0) {
      await serveUrgent()
      const next = background.shift()
      if (next) await answer(next)
      else if (lessons && lessons.length > 0) await learnSome()
    }
    working = false
  }

  parentPort?.on('message', (message: ToSearchThread) => {
    const queue = message.act === 'embed' || message.act === 'calibrate' ? background : urgent
    queue.push(message)
    void work()
  })
  send({ ready: true, model: embedder?.model ?? null, problem })
}

// No await at the top of a thread's module, nor of one that it imports: V8 aborts the whole process where a thread is terminated as such
// a module ends.
void open().then(serve)

import { sentenceEncoder } from '../../server/src/adapters/embeddings/sentence-encoder.ts'
import type { LoadedSet } from '../../server/src/features/passages/finding/loaded-sets.ts'
import type { Link } from '../../server/src/features/passages/finding/passage-queries.ts'
import { type AskedQuestion, readingsOf } from '../../server/src/features/passages/finding/read-question.ts'
import { type Scored, scorePassages } from '../../server/src/features/passages/finding/score-passages.ts'
import { packSource } from '../../server/src/features/passages/pack-source.ts'
import { openWords, packWords } from '../../server/src/features/passages/packing/index-words.ts'
import { openVectors, packVectors } from '../../server/src/features/passages/packing/pack-vectors.ts'
import type { PackedPassage } from '../../server/src/features/passages/packing/passage.ts'
import { inModelLanguage, isHindi, passageTerms } from '../../server/src/features/passages/packing/terms.ts'
import type { SourceText } from '../../server/src/features/passages/source-queries.ts'
import { createEngine } from '../../server/src/features/search/engine/create-engine.ts'
import { loadLexicon } from '../../server/src/features/search/engine/words/lexicon.ts'
import { createEnglish } from '../../server/src/features/search/engine/words/words.ts'
import { type Found, isRight } from './judge.ts'
import type { EvaluationCourse, EvaluationLecture, Question } from './load-data.ts'

type Source = Exclude<SourceText, { kind: 'attachment' }> & { track: string }

function sourcesOf({ tracks, text, description, chapters: titled, seconds }: EvaluationLecture): Source[] {
  const chapters = titled.map(([start, title]) => ({ start, title }))
  return [
    ...tracks.map(({ language, vtt }) => ({ kind: 'captions' as const, track: language, language, vtt, chapters })),
    ...(text === null ? [] : [{ kind: 'text' as const, track: '', text }]),
    { kind: 'description', track: '', text: description },
    ...(chapters.length > 0 ? [{ kind: 'chapters' as const, track: '', chapters, seconds: seconds ?? null }] : []),
  ]
}

/** What the product measures of the passages in the scope of a question, with those that answer it. */
export type Measured = { question: Question; asked: AskedQuestion; scored: (Scored & { isRight: boolean })[] }

/**
 * Opens the product's search over the lectures of the data, as if one viewer could play them all. Returns what it measures for a question;
 * `meaning` compares vectors too.
 */
export async function openPassages(courses: readonly EvaluationCourse[], meaning: boolean) {
  const embedder = meaning ? sentenceEncoder() : null
  const engine = await createEngine({ lexicon: loadLexicon(), embedder: null, isEnglish: createEnglish() })
  for (const { lectures, language, ...course } of courses)
    engine.put({
      ...course,
      language,
      pricePaise: 0,
      lectures: lectures.map(({ title }) => title),
      educator: '',
      minutes: null,
      sections: [],
      outcomes: [],
      spoken: lectures
        .flatMap(({ tracks, text }) => [text ?? '', ...tracks.flatMap(({ cues }) => cues.map((cue) => cue.text))])
        .join(' . '),
    })
  const links: Link[] = []
  const sets = new Map<string, LoadedSet>()
  const packed = new Map<string, readonly PackedPassage[]>()
  const model = embedder?.model ?? null
  for (const lecture of courses.flatMap((course) => course.lectures))
    for (const source of sourcesOf(lecture)) {
      const { language, passages } = packSource(source)
      const setId = `${lecture.id} ${source.kind} ${source.track}`
      const texts = passages.map(({ text }) => text)
      const vectors = embedder
        ? openVectors(packVectors(await embedder.embed(texts.map(inModelLanguage))), texts.length)
        : null
      sets.set(setId, { words: openWords(packWords(texts.map(passageTerms))), vectors, model })
      packed.set(setId, passages)
      const { kind, track } = source
      links.push({
        lectureId: lecture.id,
        courseId: lecture.courseId,
        title: lecture.title,
        kind,
        track,
        setId,
        language,
      })
    }
  const textOf = ({ lectureId, setId, at }: Scored): Found => {
    const passage = packed.get(setId)?.[at]
    return { lectureId, start: passage?.start ?? null, end: passage?.end ?? null, text: passage?.text ?? '' }
  }
  async function measure(question: Question): Promise<Measured> {
    const { readAs } = engine.read(question.text)
    const [vector] = (await embedder?.embed([inModelLanguage(question.text)])) ?? []
    const asked: AskedQuestion = {
      readings: readingsOf(question.text, readAs),
      isHindi: isHindi(question.text),
      vector: vector ?? null,
      model,
      readAs,
    }
    const own = question.scope === 'site' ? links : links.filter(({ courseId }) => courseId === question.courseId)
    const scored = scorePassages(own, sets, asked)
    return {
      question,
      asked,
      scored: scored.map((one) => ({ ...one, isRight: question.lectureId !== null && isRight(textOf(one), question) })),
    }
  }
  return measure
}

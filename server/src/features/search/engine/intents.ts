import type { CompiledLexicon, Intent } from '../lexicon/compile-lexicon.ts'
import { chosen } from './constants.ts'
import { searchLimits } from './understand.ts'
import { type CourseVectors, dot } from './vector-index.ts'

/** What a search is near to besides courses. */
export type Surroundings = {
  /** greatest cosine with an example that is not about learning; 0 without vectors */
  offTopic: number
  /** the nearest intent that no course here serves: its cosine; 0 without one */
  untaught: number
  /** cosine of the nearest intent that is taught here; 0 without one */
  intent: number
  /** subjects of the nearest intents that are taught here, with how much they count, 0 to 1 */
  subjects: { subject: Intent['subjects'][number]; worth: number }[]
}

/** Sentences that searches are compared with: intents and what to learn for them, and what is not about learning. */
export async function openIntents(
  embed: (sentences: readonly string[]) => Promise<Float32Array[]>,
  { offTopic, intents }: Pick<CompiledLexicon, 'offTopic' | 'intents'>,
) {
  const examples = await embed(offTopic)
  const sentences = await embed(intents.map(({ sentence }) => sentence))
  return {
    /** `isTaught` says whether a course is about one of the subjects. */
    around(queries: CourseVectors, isTaught: (subjects: Intent['subjects']) => boolean): Surroundings {
      const nearest = (to: Float32Array): number => Math.max(0, ...queries.map((query) => dot(to, query)))
      const near = sentences
        .map((sentence, at) => ({ subjects: intents[at]?.subjects ?? [], cosine: nearest(sentence) }))
        .sort((a, b) => b.cosine - a.cosine)
        .slice(0, searchLimits.intents)
      const best = near.find(({ subjects }) => isTaught(subjects))
      const untaught = near.find(({ subjects }) => !isTaught(subjects))
      const counting = near.filter(
        (one) => best && one.cosine >= best.cosine - chosen.nextIntent && isTaught(one.subjects),
      )
      return {
        offTopic: Math.max(0, ...examples.map(nearest)),
        untaught: untaught?.cosine ?? 0,
        intent: best?.cosine ?? 0,
        subjects: counting.flatMap(({ subjects, cosine }) =>
          subjects.map((subject, place) => ({ subject, worth: cosine * chosen.nextSubject ** place })),
        ),
      }
    },
  }
}

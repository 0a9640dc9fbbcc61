import { z } from 'zod'
import { Id, prose, text } from '../../values/fields.ts'
import { sentence } from '../../values/sentence.ts'

/** Kinds of questions of a quiz; `truth` is true or false. */
export const questionKinds = ['one', 'several', 'truth', 'number', 'text', 'order', 'match', 'gaps'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Maximum lengths of the texts of a question, in UTF-16 units. */
export const maxPrompt = 4000
export const maxExplanation = 4000
export const maxChoice = 500
/** Of a text that a student types, and of one that is accepted; of those in a gap. */
export const maxTyped = 200
export const maxGap = 100
/** Maximum number of choices, items, pairs or gaps of a question, and of texts that are accepted for one field, or one gap. */
export const maxChoices = 12
export const maxAccepted = 20
export const maxAcceptedInGap = 10
export const maxUnits = 5
export const maxTags = 10
export const maxTag = 40
export const maxPoints = 100

const empty = { message: sentence('This is empty. Please write something.') }
/** A text in one line or a few; CRLF counts as two. */
const filled = (max: number) =>
  text(max)
    .transform((value) => value.replaceAll('\r\n', '\n'))
    .refine((value) => value.length > 0, empty)

/** The present id of a choice; missing for a new one. */
const ItemId = Id.optional()
const Accepted = z.array(filled(maxTyped)).min(1).max(maxAccepted)
const AcceptedInGap = z.array(filled(maxGap)).min(1).max(maxAcceptedInGap)
const distinct = (texts: readonly string[]): boolean => new Set(texts).size === texts.length
const same = sentence('Two of these are the same')

const common = {
  /** Markdown with pictures and formulas, like all texts of a question that students read */
  prompt: prose(maxPrompt).refine((value) => value.length > 0, empty),
  explanation: prose(maxExplanation).default(''),
  points: z.number().int().min(1).max(maxPoints).default(1),
}

/** What could be read as a part of the number before it is no unit. */
const Unit = filled(20).refine((value) => !/^([\p{N}.,+\u2212\u2013-]|e[+-]?\p{N})/iu.test(value), {
  message: sentence('A unit cannot begin like a number'),
})

const Options = z
  .array(z.strictObject({ id: ItemId, text: filled(maxChoice), right: z.boolean() }))
  .min(2)
  .max(maxChoices)
  .refine((options) => distinct(options.map((one) => one.text)), { message: same })

/** Where in its prompt a gap is. */
export const gapMark = /\[\[(\d{1,2})\]\]/g

/** Numbers of the gaps in a text, in their order. */
export const gapsIn = (prompt: string): number[] => [...prompt.matchAll(gapMark)].map(([, number]) => Number(number))

/** A question as an educator writes it, with its key. */
export const QuestionInput = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('one'),
    ...common,
    options: Options.refine((options) => options.filter(({ right }) => right).length === 1, {
      message: sentence('Exactly one of these is right'),
    }),
  }),
  z.strictObject({
    kind: z.literal('several'),
    ...common,
    options: Options.refine((options) => options.some(({ right }) => right), {
      message: sentence('At least one of these is right'),
    }),
  }),
  z.strictObject({ kind: z.literal('truth'), ...common, right: z.boolean() }),
  z.strictObject({
    kind: z.literal('number'),
    ...common,
    value: z.number().min(-1e15).max(1e15),
    tolerance: z.number().min(0).max(1e15).default(0),
    /** ways to write the unit, one of which an answer needs; without any it needs none */
    units: z.array(Unit).max(maxUnits).default([]),
  }),
  z.strictObject({ kind: z.literal('text'), ...common, accepted: Accepted }),
  z.strictObject({
    kind: z.literal('order'),
    ...common,
    /** in the right order */
    items: z
      .array(z.strictObject({ id: ItemId, text: filled(maxChoice) }))
      .min(2)
      .max(maxChoices)
      .refine((items) => distinct(items.map((one) => one.text)), { message: same }),
  }),
  z.strictObject({
    kind: z.literal('match'),
    ...common,
    pairs: z
      .array(
        z.strictObject({
          id: ItemId,
          left: filled(maxChoice),
          right: filled(maxChoice),
          /** of the right side, which goes where its text goes; the server gives it */
          rightId: ItemId,
        }),
      )
      .min(2)
      .max(maxChoices)
      .refine((pairs) => distinct(pairs.map(({ left }) => left)), { message: same }),
  }),
  z
    .strictObject({
      kind: z.literal('gaps'),
      ...common,
      /** of the marks [[1]], [[2]], … of the prompt, each of which is there once */
      gaps: z
        .array(z.strictObject({ id: ItemId, accepted: AcceptedInGap }))
        .min(1)
        .max(maxChoices),
    })
    .refine(
      ({ prompt, gaps }) =>
        gapsIn(prompt)
          .toSorted((a, b) => a - b)
          .join() === gaps.map((_, at) => at + 1).join(),
      { message: sentence('Mark each gap in the question once: [[1]], [[2]] and so on'), path: ['prompt'] },
    ),
])
export type QuestionInput = z.output<typeof QuestionInput>

type WithIds<T> = T extends { id?: string | undefined } ? Omit<T, 'id'> & { id: string } : T
type Stored<Q> = Q extends object ? { [K in keyof Q]: Q[K] extends (infer Item)[] ? WithIds<Item>[] : Q[K] } : never
/** A question as it is kept: each choice has an id. */
export type Question = Stored<QuestionInput>

export const Tag = text(maxTag).refine((value) => value.length > 0 && !/[\n\r\t]/.test(value), {
  message: sentence('A tag is a word or a few'),
})
export const Tags = z
  .array(Tag)
  .max(maxTags, sentence('A question has at most {max} tags', { max: maxTags }))
  .transform((tags) => [...new Set(tags)])

const Place = z
  .number()
  .int()
  .min(0)
  .max(maxChoices - 1)
const Typed = text(maxTyped)

/**
 * What a student answers. Choices, items and the right sides of pairs are named by their places in the question as this attempt shows it.
 */
export const QuizAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('one'), pick: Place }),
  z.strictObject({ kind: z.literal('several'), picks: z.array(Place).max(maxChoices) }),
  z.strictObject({ kind: z.literal('truth'), value: z.boolean() }),
  z.strictObject({ kind: z.literal('number'), text: Typed }),
  z.strictObject({ kind: z.literal('text'), text: Typed }),
  z.strictObject({ kind: z.literal('order'), order: z.array(Place).max(maxChoices) }),
  /** for each left side the place of its right side; null where none is chosen yet */
  z.strictObject({ kind: z.literal('match'), matches: z.array(Place.nullable()).max(maxChoices) }),
  z.strictObject({ kind: z.literal('gaps'), texts: z.array(text(maxGap)).max(maxChoices) }),
])
export type QuizAnswer = z.output<typeof QuizAnswer>

/** A formula in TeX as the Markdown around it has it, between $ or, as a block, between $$; and what shows it. */
export const Formula = z.object({ tex: z.string(), block: z.boolean(), mathml: z.string() })
export type Formula = z.output<typeof Formula>

const shown = {
  /** from 0, in the order of this attempt */
  position: z.number().int(),
  prompt: z.string(),
  points: z.number(),
  /** of all its texts */
  formulas: z.array(Formula),
}

/** A question as a student sees it in an attempt: without its key and explanation. */
export const ShownQuestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('one'), ...shown, options: z.array(z.string()) }),
  z.object({ kind: z.literal('several'), ...shown, options: z.array(z.string()) }),
  z.object({ kind: z.literal('truth'), ...shown }),
  z.object({ kind: z.literal('number'), ...shown, hasUnit: z.boolean() }),
  z.object({ kind: z.literal('text'), ...shown }),
  z.object({ kind: z.literal('order'), ...shown, items: z.array(z.string()) }),
  z.object({ kind: z.literal('match'), ...shown, lefts: z.array(z.string()), rights: z.array(z.string()) }),
  /** its gaps are the marks [[1]], [[2]], … of the prompt */
  z.object({ kind: z.literal('gaps'), ...shown, gaps: z.number().int() }),
])
export type ShownQuestion = z.output<typeof ShownQuestion>

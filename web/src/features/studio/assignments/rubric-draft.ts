import { type Criterion, criterionLevels, type Rubric } from '@virtual-courses/contract'

/** A rubric in a form: points as they are typed. */
export type DraftLevel = { id: string; title: string; description: string; points: string }
export type DraftCriterion = { id: string; title: string; description: string; levels: DraftLevel[] }

/** Returns the shortest id that is not among some. */
const nextId = (prefix: string, parts: readonly { id: string }[]): string => {
  const taken = new Set(parts.map(({ id }) => id))
  let number = parts.length + 1
  while (taken.has(`${prefix}${number}`)) number++
  return `${prefix}${number}`
}

export const draftOf = (rubric: Rubric): DraftCriterion[] =>
  rubric.map((criterion) => ({
    ...criterion,
    levels: criterion.levels.map((level) => ({ ...level, points: String(level.points) })),
  }))

const wholePoints = (text: string): number => (/^\d{1,4}$/.test(text.trim()) ? Number(text) : Number.NaN)

/** Returns the rubric of a draft; null where points are no whole numbers. */
export function rubricOf(draft: readonly DraftCriterion[]): Rubric | null {
  const rubric: Criterion[] = draft.map((criterion) => ({
    ...criterion,
    levels: criterion.levels.map((level) => ({ ...level, points: wholePoints(level.points) })),
  }))
  return rubric.every(({ levels }) => levels.every(({ points }) => Number.isInteger(points))) ? rubric : null
}

/** Returns the points of a draft as far as they are numbers. */
export const draftPoints = (draft: readonly DraftCriterion[]): number =>
  draft.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(({ points }) => wholePoints(points) || 0)), 0)

/** Adds a criterion with two levels, which the educator names. */
export const addCriterion = (draft: readonly DraftCriterion[], titles: readonly [string, string]): DraftCriterion[] => [
  ...draft,
  {
    id: nextId('c', draft),
    title: '',
    description: '',
    levels: [
      { id: 'l1', title: titles[0], description: '', points: '0' },
      { id: 'l2', title: titles[1], description: '', points: '5' },
    ],
  },
]

export const addLevel = (criterion: DraftCriterion): DraftCriterion =>
  criterion.levels.length >= criterionLevels.most
    ? criterion
    : {
        ...criterion,
        levels: [...criterion.levels, { id: nextId('l', criterion.levels), title: '', description: '', points: '' }],
      }

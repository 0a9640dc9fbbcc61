import type { Category, Level } from '@virtual-courses/contract/fields'

/** A course of the evaluation set. Prices in rupees. */
export type EvaluationCourse = {
  key: string
  title: string
  subTitle: string
  description: string
  category: Category
  level: Level | null
  priceRupees: number
  lectures: string[]
}

type Text = [title: string, subTitle: string, description: string]

/** Writes a course in few lines: key, level, price in rupees, texts, lectures separated by "; ". */
export const inCategory =
  (category: Category) =>
  (key: string, level: Level | null, priceRupees: number, text: Text, lectures: string): EvaluationCourse => ({
    key,
    title: text[0],
    subTitle: text[1],
    description: text[2],
    category,
    level,
    priceRupees,
    lectures: lectures.split('; '),
  })

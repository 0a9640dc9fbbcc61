import type { Category } from '@virtual-courses/contract'

/** Which motif of `ui/artwork-svg` a category's generated pictures show. */
const motifs: Record<Category, number> = {
  'Web Development': 0,
  'UI UX Designing': 1,
  'App Development': 2,
  'Ethical Hacking': 3,
  'AI/ML': 4,
  'Data Science': 5,
  'Data Analytics': 6,
  'AI Tools': 7,
  Others: 8,
}

/** Returns the motif of a category; undefined for an unknown one, whose name then decides. */
export const categoryMotif = (category: string): number | undefined => new Map(Object.entries(motifs)).get(category)

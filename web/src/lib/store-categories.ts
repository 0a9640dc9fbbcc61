import type { Category } from '@virtual-courses/contract'

/** The categories that the home page and the footer name, in their order (specification, section 1). */
export const storeCategories = [
  'Web Development',
  'UI UX Designing',
  'App Development',
  'Ethical Hacking',
  'AI/ML',
  'Data Science',
  'Data Analytics',
  'AI Tools',
] as const satisfies readonly Category[]

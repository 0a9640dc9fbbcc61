import type { Category } from '@virtual-courses/contract'
import { paths } from './paths.ts'
import { useSettings, useViewer } from './root-data.ts'

type CatalogueLinks = { all: string; category: (category: Category) => string }

/** Returns the addresses of the catalogue for this user: visitors read the public pages, where there are any. */
export function useCatalogueLinks(): CatalogueLinks {
  const viewer = useViewer()
  const { publicPages } = useSettings()
  return publicPages && !viewer
    ? { all: paths.publicCourses, category: paths.publicCategory }
    : { all: paths.allCourses, category: paths.category }
}

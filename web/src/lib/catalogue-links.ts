import type { Category } from '@virtual-courses/contract'
import { paths } from './paths.ts'
import { useSettings, useViewer } from './session/root-data.ts'

type CatalogueLinks = { all: string; category: (category: Category) => string }

/** Returns the addresses of the public catalogue, or of the one for users. */
export const catalogueLinks = (isPublic: boolean): CatalogueLinks =>
  isPublic
    ? { all: paths.publicCourses, category: paths.publicCategory }
    : { all: paths.allCourses, category: paths.category }

/** Whether the catalogue is the public one for this user: visitors read the public pages, where there are any. */
export function useIsPublic(): boolean {
  const viewer = useViewer()
  const { publicPages } = useSettings()
  return publicPages && !viewer
}

/** Returns the addresses of the catalogue for this user. */
export const useCatalogueLinks = (): CatalogueLinks => catalogueLinks(useIsPublic())

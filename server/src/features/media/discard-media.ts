import type { FeatureDeps } from '#core/feature-deps.ts'
import { type Media, removeMedia } from './remove-media.ts'

/** Takes back what was stored for a change that did not come about. Never throws: what stays behind is swept away later. */
export async function discardMedia(deps: Pick<FeatureDeps, 'db' | 'storage' | 'log'>, media: Media): Promise<void> {
  await removeMedia(deps, media).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'stored media could not be taken back yet'),
  )
}

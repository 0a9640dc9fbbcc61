import { Artwork } from '../artwork.tsx'
import { LazyArtwork } from '../lazy-artwork.tsx'
import { Logo, LogoMark } from '../logo.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

const titles = ['First steps', 'Going deeper', 'In practice', 'The whole story']

export function ShowcaseArtwork() {
  return (
    <ShowcaseSection title="Artwork" text="Nine motifs; each title gets its own variation.">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-6">
        {titles.flatMap((title) =>
          Array.from({ length: 9 }, (_, motif) => (
            <Artwork
              key={`${title} ${motif.toString()}`}
              category={`Category ${motif.toString()}`}
              title={title}
              motif={motif}
              className="rounded-md"
            />
          )),
        )}
      </div>
      <ShowcaseRow name="Placeholder for a missing image">
        <LazyArtwork category="Category 3" title="Later" motif={3} className="w-48 rounded-md" />
      </ShowcaseRow>
      <ShowcaseRow name="Brand">
        <Logo name="Virtual Courses" className="text-3xl!" />
        <span className="rounded-md bg-night p-4">
          <Logo name="Virtual Courses" tone="night" />
        </span>
        <LogoMark className="size-24" />
        <LogoMark className="size-8" />
        <LogoMark className="size-4" />
      </ShowcaseRow>
    </ShowcaseSection>
  )
}

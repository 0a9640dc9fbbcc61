import { Artwork } from './artwork.tsx'
import { Container } from './container.tsx'
import { LazyArtwork } from './lazy-artwork.tsx'
import { Logo, LogoMark } from './logo.tsx'
import { ShowcaseActions } from './showcase/showcase-actions.tsx'
import { ShowcaseColors } from './showcase/showcase-colors.tsx'
import { ShowcaseData } from './showcase/showcase-data.tsx'
import { ShowcaseForms } from './showcase/showcase-forms.tsx'
import { ShowcaseOverlays } from './showcase/showcase-overlays.tsx'
import { ShowcaseRow, ShowcaseSection } from './showcase/showcase-section.tsx'
import { ShowcaseStates } from './showcase/showcase-states.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

const titles = ['First steps', 'Going deeper', 'In practice', 'The whole story']

function ShowcaseArtwork() {
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

/** Renders every component in each of its states, for development. The page around it shows the toasts. */
export function ComponentShowcase() {
  return (
    <Container className="grid grid-cols-1 gap-16">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-6">
        <h1 className="text-4xl">Components</h1>
        <ThemeSwitch />
      </header>
      <ShowcaseColors />
      <ShowcaseActions />
      <ShowcaseForms />
      <ShowcaseOverlays />
      <ShowcaseData />
      <ShowcaseStates />
      <ShowcaseArtwork />
    </Container>
  )
}

import { Container } from './container.tsx'
import { ShowcaseActions } from './showcase/showcase-actions.tsx'
import { ShowcaseArtwork } from './showcase/showcase-artwork.tsx'
import { ShowcaseColors } from './showcase/showcase-colors.tsx'
import { ShowcaseData } from './showcase/showcase-data.tsx'
import { ShowcaseForms } from './showcase/showcase-forms.tsx'
import { ShowcaseOverlays } from './showcase/showcase-overlays.tsx'
import { ShowcaseStates } from './showcase/showcase-states.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

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

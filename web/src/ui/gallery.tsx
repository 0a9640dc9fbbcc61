import { Container } from './container.tsx'
import { GalleryActions } from './gallery/gallery-actions.tsx'
import { GalleryColours } from './gallery/gallery-colours.tsx'
import { GalleryData } from './gallery/gallery-data.tsx'
import { GalleryForms } from './gallery/gallery-forms.tsx'
import { GalleryOverlays } from './gallery/gallery-overlays.tsx'
import { GalleryPictures } from './gallery/gallery-pictures.tsx'
import { GalleryStates } from './gallery/gallery-states.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

/** Every component with its states, for development: what is not right here is not right anywhere. The page around it shows toasts. */
export function Gallery() {
  return (
    <Container className="grid grid-cols-1 gap-16">
      <header className="flex flex-wrap items-center justify-between gap-4 border-b border-line pb-6">
        <h1 className="text-4xl">Components</h1>
        <ThemeSwitch />
      </header>
      <GalleryColours />
      <GalleryActions />
      <GalleryForms />
      <GalleryOverlays />
      <GalleryData />
      <GalleryStates />
      <GalleryPictures />
    </Container>
  )
}

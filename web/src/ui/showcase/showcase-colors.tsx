import { cx } from '../cx.ts'
import { ShowcaseRow, ShowcaseSection } from './showcase-section.tsx'

const swatches = [
  ['canvas', 'bg-canvas text-ink'],
  ['surface', 'bg-surface text-ink'],
  ['sunken', 'bg-sunken text-ink'],
  ['tint', 'bg-tint text-ink'],
  ['primary', 'bg-primary text-on-primary'],
  ['primary-soft', 'bg-primary-soft text-on-primary-soft'],
  ['accent', 'bg-accent text-on-accent'],
  ['accent-soft', 'bg-accent-soft text-on-accent-soft'],
  ['success', 'bg-success text-on-success'],
  ['success-soft', 'bg-success-soft text-on-success-soft'],
  ['danger', 'bg-danger text-on-danger'],
  ['danger-soft', 'bg-danger-soft text-on-danger-soft'],
  ['night', 'bg-night text-on-night'],
  ['night-raised', 'bg-night-raised text-on-night-muted'],
] as const

export function ShowcaseColors() {
  return (
    <ShowcaseSection title="Colour and type" text="Deep indigo ink, warm saffron, near-white paper.">
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-7">
        {swatches.map(([name, look]) => (
          <div
            key={name}
            className={cx('grid h-24 content-end rounded-md border border-line p-3 text-sm font-semibold', look)}
          >
            {name}
          </div>
        ))}
      </div>
      <ShowcaseRow name="Type" className="flex-col items-start!">
        <p className="font-display text-display font-bold">Learn what comes next ₹1,299</p>
        <p className="font-display text-4xl font-bold">Four: real reviews from real learners</p>
        <p className="font-display text-3xl font-bold">Three: our popular courses</p>
        <p className="text-2xl font-semibold">Two: curriculum and lectures</p>
        <p className="text-lg text-muted">Large and muted: calm, bright, generous, quick.</p>
        <p>
          Base ink, with a <span className="text-link underline underline-offset-4">link</span>,{' '}
          <span className="text-muted">muted</span>, <span className="text-subtle">subtle</span>,{' '}
          <span className="text-accent-text">accent</span>, <span className="text-success">success</span> and{' '}
          <span className="text-danger">danger</span> text. Łukasz pays ₹10,00,000.
        </p>
      </ShowcaseRow>
    </ShowcaseSection>
  )
}

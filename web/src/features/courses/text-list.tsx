import { Check } from 'lucide-react'

/** A titled list of short statements about a course. */
export function TextList({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className="text-2xl">{title}</h2>
      <ul className="mt-4 grid gap-2.5">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-3">
            <Check aria-hidden="true" strokeWidth={2.5} className="mt-1 size-4.5 shrink-0 text-link" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}

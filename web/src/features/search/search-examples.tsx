import { Link } from 'react-router'
import { searchAddress } from './search-query.ts'

const examples = [
  'machine learning for beginners',
  'free web development course',
  'design for apps',
  'data analysis under ₹1,000',
  'app banana sikhna hai',
]

/** What a search may look like, each to try with one press. */
export function SearchExamples({ title }: { title: string }) {
  return (
    <section aria-labelledby="examples" className="text-center">
      <h2 id="examples" className="font-sans text-base font-medium tracking-normal text-muted">
        {title}
      </h2>
      <ul className="mt-4 flex flex-wrap justify-center gap-2.5">
        {examples.map((example) => (
          <li key={example}>
            <Link
              to={searchAddress(example)}
              className="inline-flex min-h-10 items-center rounded-full border border-line-strong bg-surface px-4 text-sm font-medium transition-colors hover:border-ink hover:bg-tint"
            >
              {example}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

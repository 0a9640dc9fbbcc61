import { type ComponentType, lazy, Suspense } from 'react'
import type { MarkdownProps } from './markdown-view.tsx'

const Plain = ({ text, className = '' }: MarkdownProps) => (
  <p className={`whitespace-pre-line wrap-anywhere ${className}`}>{text}</p>
)

/** The parser is large, and few pages have a text. Where it cannot be loaded, the text is shown as it was written. */
const MarkdownView = lazy<ComponentType<MarkdownProps>>(() =>
  import('./markdown-view.tsx').then(
    (module) => ({ default: module.MarkdownView }),
    () => ({ default: Plain }),
  ),
)

/** A text with Markdown: links, emphasis, lists, code, quotes and headings. The server renders it; browsers fetch its code with the first text. */
export const Markdown = (props: MarkdownProps) => (
  <Suspense fallback={<Plain {...props} />}>
    <MarkdownView {...props} />
  </Suspense>
)

import type { ReactNode } from 'react'
import { Card } from '#ui/card.tsx'

type Props = {
  title: string
  text: string
  children: ReactNode
  /** the way to the other page of the two */
  other: ReactNode
}

/** The frame that login and signup share. */
export function AuthPage({ title, text, children, other }: Props) {
  return (
    <div className="shell grid place-items-center py-10 sm:py-16">
      <div className="w-full max-w-md">
        <Card className="sm:p-8">
          <h1 className="text-3xl">{title}</h1>
          <p className="mt-1.5 text-muted">{text}</p>
          <div className="mt-7">{children}</div>
        </Card>
        <p className="mt-6 text-center text-muted">{other}</p>
      </div>
    </div>
  )
}

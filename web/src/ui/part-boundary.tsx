import { Trans } from '@lingui/react/macro'
import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'

type Props = {
  children: ReactNode /** Another value is another content: it is tried again. */
  of?: string | undefined
}

/**
 * Keeps what fails in one part of a page from the rest of it, such as what an extension or a translator of the browser did to
 * the document: in place of the part stands a message, with a button that shows it again.
 */
export class PartBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError = () => ({ failed: true })

  override componentDidUpdate(before: Props) {
    if (this.state.failed && before.of !== this.props.of) this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert" className="flex flex-wrap items-center justify-center gap-x-4 gap-y-3 p-5 text-center">
        <p>
          <Trans>This part of the page could not be shown.</Trans>
        </p>
        <Button variant="secondary" size="sm" onClick={() => this.setState({ failed: false })}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    )
  }
}

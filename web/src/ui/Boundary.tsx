// If a page fails to render, often because the portal was updated, users see a message with a button to try again.
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; broken: ReactNode }

/** React catches render errors only in a class. Set a key, so that another page starts without the error. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.broken : this.props.children
  }
}

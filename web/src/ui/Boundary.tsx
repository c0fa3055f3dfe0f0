// When a page fails to render, often because the portal was updated meanwhile, users get a message and a retry.
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; broken: ReactNode }

/** React catches render errors only in a class. Give it a key, so that another page is another try. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.broken : this.props.children
  }
}

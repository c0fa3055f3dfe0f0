// When a page cannot be drawn, often because the portal was renewed meanwhile, people get a sentence and a way on.
import { Component, type ReactNode } from 'react'

type Props = { children: ReactNode; broken: ReactNode }

/** React catches what goes wrong while drawing only in a class. Give it a key, and another page is another try. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.broken : this.props.children
  }
}

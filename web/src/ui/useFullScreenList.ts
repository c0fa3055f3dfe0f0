// On a phone the list of a field fills the screen, with the field at its top. The field stays in its place in the document, so
// that focus and keyboard stay as they are.
import { useEffect, type RefObject } from 'react'

export function useFullScreenList(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse) and (max-width: 760px)').matches) return
    const field = box.current
    // Over everything, also over a container that fixed elements are placed in.
    field?.setAttribute('popover', 'manual')
    field?.showPopover()
    // The portal may have scrolled the top of the frame under its header.
    document.documentElement.scrollIntoView({ block: 'start' })
    return () => {
      field?.hidePopover()
      field?.removeAttribute('popover')
    }
  }, [box, isOpen])
}

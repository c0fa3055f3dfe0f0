// On a phone, the list of a field fills the screen, with the field at its top. In the document, the field stays in its
// place, so that focus and keyboard are not affected.
import { useEffect, type RefObject } from 'react'

export function useFullScreenList(box: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse) and (max-width: 760px)').matches) return
    const field = box.current
    // Covers everything, including containers that position fixed elements.
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

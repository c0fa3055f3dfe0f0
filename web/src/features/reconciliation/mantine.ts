// The styles of components that only reconciling uses.
import '../../app/session/modal.ts'

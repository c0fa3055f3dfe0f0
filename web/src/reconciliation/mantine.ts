// The styles of components that only reconciling uses.
import '../session/modal.ts'

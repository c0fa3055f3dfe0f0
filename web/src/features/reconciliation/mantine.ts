// The styles of components that only the reconciliation uses.
import '../../app/session/modal.ts'

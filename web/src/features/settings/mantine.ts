// The styles of components that only the settings use.
import '../../app/session/modal.ts'

// The styles of components that only the contact page uses.
import '../../app/session/modal.ts'

// The styles of components that the contact page uses besides those of every page.
import '../../app/session/modal.ts'

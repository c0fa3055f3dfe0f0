// The styles of components that the settings use besides those of every page.
import '../../app/session/modal.ts'

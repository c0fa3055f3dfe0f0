// The styles of components that only User Management uses.
import '../../app/session/modal.ts'
import '@mantine/core/styles/PasswordInput.css'
import '@mantine/core/styles/Progress.css'

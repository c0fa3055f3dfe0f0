// The styles of components that only the layout of the books uses.
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'

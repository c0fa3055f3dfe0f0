// Hints are shown below their field.

/** A hint below a field. */
export const below = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
})

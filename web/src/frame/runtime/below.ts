// What helps to fill in a box stands below it.

/** A word of help below a box. */
export const below = (description: string) => ({
  description,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[],
})

// The terms of the glossary section, loaded after the page.
import { glossary } from '@talaan/contract/glossary.ts'
import { Terms } from '../Terms.tsx'

export const GlossaryTerms = () => <Terms of={glossary} />

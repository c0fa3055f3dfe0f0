import { expect, test } from 'vitest'
import { choices, labels } from '../web/src/features/manual/labels.ts'
import { formChoices, formLabels } from './labels/forms.ts'

test('the manual quotes the labels that the forms have today; after a change: node scripts/labels.ts', () => {
  expect(labels).toEqual(formLabels())
  expect(choices).toEqual(formChoices())
})

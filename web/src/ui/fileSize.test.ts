import { expect, test } from 'vitest'
import { fileSize } from './fileSize.ts'

test('file sizes are shown in comparable units', () => {
  expect([512, 20_480, 1_572_864, 10_485_760].map(fileSize)).toEqual(['512 B', '20 kB', '1.5 MB', '10 MB'])
})

// The part of a picture that is sent with a question.
import { expect, test } from 'vitest'
import { cutBetween, partOf, wholePicture, withEdge } from './picture.ts'

test('a part is dragged in any direction, and a click is the whole picture', () => {
  const part = { left: 20, top: 30, right: 60, bottom: 90 }
  expect(cutBetween({ x: 20, y: 30 }, { x: 60, y: 90 })).toEqual(part)
  expect(cutBetween({ x: 60, y: 30 }, { x: 20, y: 90 })).toEqual(part)
  expect(cutBetween({ x: -5, y: 30 }, { x: 60.4, y: 130 })).toEqual({ left: 0, top: 30, right: 60, bottom: 100 })
  expect(cutBetween({ x: 40, y: 40 }, { x: 40, y: 40 })).toEqual(wholePicture)
})

test('an edge stops before the opposite one', () => {
  const cut = { left: 20, top: 30, right: 60, bottom: 90 }
  expect(withEdge(cut, 'left', 80).left).toBe(58)
  expect(withEdge(cut, 'right', 10).right).toBe(22)
  expect(withEdge(cut, 'top', 35).top).toBe(35)
  expect(withEdge(cut, 'bottom', 101).bottom).toBe(100)
})

test('the part is sent with at most 2,000 pixels on its longer side', () => {
  expect(partOf(wholePicture, { width: 800, height: 600 })).toMatchObject({ x: 0, y: 0, toWidth: 800, toHeight: 600 })
  const part = partOf({ left: 25, top: 50, right: 75, bottom: 100 }, { width: 8000, height: 3000 })
  expect(part).toEqual({ x: 2000, y: 1500, width: 4000, height: 1500, toWidth: 2000, toHeight: 750 })
})

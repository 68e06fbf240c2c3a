import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeOption, makeQuestion } from './fakes.ts'
import { inOrder, inPageOrder, optionsInOrder, scaleOrder } from './order.ts'

const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key)
/** Few distinct numbers, so that there are ties. */
const places = fc.array(fc.integer({ min: -1, max: 3 }), { maxLength: 12 })

test('[QST-12] steps and quiz questions are sorted by order', () => {
  const questions = [
    makeQuestion({ key: 'c', order: 30 }),
    makeQuestion({ key: 'a', order: -1 }),
    makeQuestion({ key: 'b', order: 4 }),
  ]
  expect(keysOf(inOrder(questions))).toEqual(['a', 'b', 'c'])
})

test('[QST-12] items with the same order keep their position', () => {
  fc.assert(
    fc.property(places, (orders) => {
      const items = orders.map((order, at) => ({ order, at }))
      const sorted = inOrder(items)
      expect(sorted.toSorted((a, b) => a.at - b.at)).toEqual(items)
      const isBefore = (a: (typeof items)[number], b: typeof a) => a.order < b.order || (a.order === b.order && a.at < b.at)
      expect(sorted.slice(1).every((item, index) => isBefore(sorted[index] ?? item, item))).toBe(true)
    }),
  )
})

test('[QST-12] answer options are sorted by displayOrder, with stable ties', () => {
  const options = [
    makeOption('last', { displayOrder: 10 }),
    makeOption('tied', { displayOrder: 2 }),
    makeOption('tied-too', { displayOrder: 2 }),
    makeOption('first', { displayOrder: 1 }),
  ]
  expect(keysOf(optionsInOrder(options))).toEqual(['first', 'tied', 'tied-too', 'last'])
})

test('[QST-12] questions of a stage are sorted by pageNumber and then displayOrder, with stable ties', () => {
  const place = (key: string, pageNumber: number, displayOrder: number) => ({ key, pageNumber, displayOrder })
  const questions = [place('e', 10, 1), place('c', 2, 1), place('b', 1, 9), place('d', 2, 1), place('a', 1, 2)]
  expect(keysOf(inPageOrder(questions))).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('[QST-12] the steps of a scale follow its sorting, with stable ties', () => {
  const step = (option: number, label: string) => ({ option, label, localeLabel: '' })
  const options = [step(10, 'j'), step(2, 'b'), step(2, 'also b'), step(1, 'a')]
  const labels = (sorting: 'ascending' | 'descending') => scaleOrder({ sorting, options }).map(({ label }) => label)
  expect(labels('ascending')).toEqual(['a', 'b', 'also b', 'j'])
  expect(labels('descending')).toEqual(['j', 'b', 'also b', 'a'])
})

test('sorting does not change its input', () => {
  const questions = Object.freeze([
    { ...makeQuestion({ key: 'b', order: 2 }), pageNumber: 2, displayOrder: 2 },
    { ...makeQuestion({ key: 'a', order: 1 }), pageNumber: 1, displayOrder: 1 },
  ])
  const options = Object.freeze([makeOption('b', { displayOrder: 2 }), makeOption('a', { displayOrder: 1 })])
  expect([inOrder(questions), inPageOrder(questions), optionsInOrder(options)].map(keysOf)).toEqual([
    ['a', 'b'],
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect([questions, options].map(keysOf)).toEqual([
    ['b', 'a'],
    ['b', 'a'],
  ])
})

import { expect, test } from 'vitest'
import { lineRoom, unknownLines } from './line-room.ts'

const KB = 1024

test('small frames are not counted, however many lines send them', () => {
  const room = lineRoom(100 * KB)
  const lines = Array.from({ length: 1_000 }, room.open)
  expect(lines.every((line) => line.hearBytes(60 * KB))).toBe(true)
  expect(room.taken()).toBe(0)
})

test('large ones share what there is, arriving or waiting, and who comes too late is the one who goes', () => {
  const room = lineRoom(100 * KB)
  const [first, second, small] = [room.open(), room.open(), room.open()]
  expect(first.hearBytes(150 * KB)).toBe(true)
  first.hearFrame(150 * KB)
  expect(second.hearBytes(64 * KB)).toBe(true)
  expect(second.hearBytes(20 * KB)).toBe(false)
  expect(small.hearBytes(KB)).toBe(true)
  second.close()
  first.endFrame(150 * KB)
  expect(room.taken()).toBe(0)
})

test('a line that has gone gives back what it took, also where one of its frames is dealt with later', () => {
  const room = lineRoom(100 * KB)
  const line = room.open()
  line.hearBytes(90 * KB)
  line.hearFrame(90 * KB)
  line.hearBytes(70 * KB)
  line.close()
  line.endFrame(90 * KB)
  line.hearBytes(KB)
  line.close()
  expect(room.taken()).toBe(0)
})

test('signs of life add up to nothing', () => {
  const room = lineRoom(KB)
  const line = room.open()
  for (let pulse = 0; pulse < 100_000; pulse += 1) {
    line.hearBytes(6)
    line.passOver(6)
  }
  expect(line.hearBytes(60 * KB)).toBe(true)
})

test('of those who have not said who they are the oldest goes, and who has said it stays', () => {
  const gone: number[] = []
  const unknown = unknownLines<number>(2, (line) => gone.push(line))
  for (const line of [1, 2]) unknown.enter(line)
  unknown.leave(1)
  unknown.enter(3)
  expect(gone).toEqual([])
  unknown.enter(4)
  expect(gone).toEqual([2])
})

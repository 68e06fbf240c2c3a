import { expect, test } from 'vitest'
import { lineRoom, unknownLines } from './line-room.ts'

const KB = 1024

test('small frames are not counted, however many lines send them', () => {
  const room = lineRoom(100 * KB)
  const lines = Array.from({ length: 1_000 }, room.open)
  expect(lines.every((line) => room.hearBytes(line, 60 * KB))).toBe(true)
  expect(room.taken()).toBe(0)
})

test('large ones share what there is, arriving or waiting, and who comes too late is the one who goes', () => {
  const room = lineRoom(100 * KB)
  const [first, second, small] = [room.open(), room.open(), room.open()]
  expect(room.hearBytes(first, 150 * KB)).toBe(true)
  room.hearFrame(first, 150 * KB)
  expect(room.hearBytes(second, 64 * KB)).toBe(true)
  expect(room.hearBytes(second, 20 * KB)).toBe(false)
  expect(room.hearBytes(small, KB)).toBe(true)
  room.close(second)
  room.endFrame(first, 150 * KB)
  expect(room.taken()).toBe(0)
})

test('a line that has gone gives back what it took, also where one of its frames is dealt with later', () => {
  const room = lineRoom(100 * KB)
  const line = room.open()
  room.hearBytes(line, 90 * KB)
  room.hearFrame(line, 90 * KB)
  room.hearBytes(line, 70 * KB)
  room.close(line)
  room.endFrame(line, 90 * KB)
  room.hearBytes(line, KB)
  room.close(line)
  expect(room.taken()).toBe(0)
})

test('signs of life add up to nothing', () => {
  const room = lineRoom(KB)
  const line = room.open()
  for (let pulse = 0; pulse < 100_000; pulse += 1) {
    room.hearBytes(line, 6)
    room.passOver(line, 6)
  }
  expect(room.hearBytes(line, 60 * KB)).toBe(true)
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

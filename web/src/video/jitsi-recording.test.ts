import { expect, test } from 'vitest'
import { recordingCommand, wishOf } from './jitsi-recording.ts'

const segment = '00000000-0000-4000-8000-000000000001'
const mine = { state: 'running', since: null, segment } as const
const others = { state: 'running', since: null, segment: null } as const
const waiting = { state: 'waiting', since: null, segment: null } as const
const off = { state: 'off', since: null, segment: null } as const

test.each([
  { name: 'begins where one is asked to record', recording: mine, isOn: false, command: 'start' },
  { name: 'goes on where it runs', recording: mine, isOn: true, command: null },
  { name: 'is left to the other who records', recording: others, isOn: true, command: null },
  { name: 'is not begun by who was not asked', recording: others, isOn: false, command: null },
  { name: 'ends where somebody has not agreed, though its own button began it', recording: waiting, isOn: true, command: 'stop' },
  { name: 'ends where it was switched off', recording: off, isOn: true, command: 'stop' },
  { name: 'is left alone where there is none', recording: waiting, isOn: false, command: null },
] as const)('[VID-06] its recording $name', ({ recording, isOn, command }) => {
  expect(recordingCommand(recording, isOn)).toBe(command)
})

test.each([
  { name: 'on, while it is switched off here, asks for it', recording: off, isOn: true, wish: true },
  { name: 'on, while somebody has not agreed, asks for nothing', recording: waiting, isOn: true, wish: null },
  { name: 'off, while it runs here, switches it off', recording: mine, isOn: false, wish: false },
  { name: 'off, where it was off, says nothing', recording: off, isOn: false, wish: null },
  { name: 'on, while it runs here, says nothing', recording: mine, isOn: true, wish: null },
])('[VID-06] its own button $name', ({ recording, isOn, wish }) => {
  expect(wishOf(recording, isOn)).toBe(wish)
})

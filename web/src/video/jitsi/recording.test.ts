import { expect, test } from 'vitest'
import { recordingCommand, recordRequestOf } from '../jitsi-recording.ts'

const segment = '00000000-0000-4000-8000-000000000001'
const mine = { state: 'running', since: null, segment } as const
const others = { state: 'running', since: null, segment: null } as const
const waiting = { state: 'waiting', since: null, segment: null } as const
const off = { state: 'off', since: null, segment: null } as const

test.each([
  { name: 'starts on the chosen recorder', recording: mine, isOn: false, command: 'start' },
  { name: 'continues while it runs', recording: mine, isOn: true, command: null },
  { name: 'is left to another recorder', recording: others, isOn: true, command: null },
  { name: 'is not started by others', recording: others, isOn: false, command: null },
  { name: 'stops if someone has not agreed, even if started in Jitsi', recording: waiting, isOn: true, command: 'stop' },
  { name: 'stops when switched off', recording: off, isOn: true, command: 'stop' },
  { name: 'is left alone when off', recording: waiting, isOn: false, command: null },
] as const)('[VID-06] the Jitsi recording $name', ({ recording, isOn, command }) => {
  expect(recordingCommand(recording, isOn)).toBe(command)
})

test.each([
  { name: 'on while off here requests it', recording: off, isOn: true, wish: true },
  { name: 'on while someone has not agreed requests nothing', recording: waiting, isOn: true, wish: null },
  { name: 'off while running here switches it off', recording: mine, isOn: false, wish: false },
  { name: 'off while off here requests nothing', recording: off, isOn: false, wish: null },
  { name: 'on while running here requests nothing', recording: mine, isOn: true, wish: null },
])('[VID-06] the Jitsi button $name', ({ recording, isOn, wish }) => {
  expect(recordRequestOf(recording, isOn)).toBe(wish)
})

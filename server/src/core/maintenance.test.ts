import { beforeEach, expect, test } from 'vitest'
import { maintenanceFlag } from './maintenance.ts'

let reads: ((isOn: boolean | Error) => void)[]
let clock: number
let flag: ReturnType<typeof maintenanceFlag>
beforeEach(() => {
  reads = []
  clock = 0
  flag = maintenanceFlag(
    () => new Promise((resolve, reject) => reads.push((isOn) => (isOn instanceof Error ? reject(isOn) : resolve(isOn)))),
    () => clock,
  )
})
const changed = { toEveryone: true, event: { type: 'accounts.maintenance_changed', underMaintenance: true } } as const

test('one read serves all callers for a few seconds', async () => {
  const answers = [flag.isOn(), flag.isOn()]
  expect(reads).toHaveLength(1)
  reads[0]?.(true)
  expect(await Promise.all(answers)).toEqual([true, true])
  clock = 4_999
  expect(await flag.isOn()).toBe(true)
  expect(reads).toHaveLength(1)
  clock = 5_000
  const again = flag.isOn()
  reads[1]?.(false)
  expect(await again).toBe(false)
})

test('a change event and a gap are followed by a read', async () => {
  for (const [at, change] of [() => flag.onDelivery(changed), () => flag.invalidate()].entries()) {
    change()
    const answer = flag.isOn()
    expect(reads).toHaveLength(at + 1)
    reads[at]?.(true)
    expect(await answer).toBe(true)
  }
})

test('a read that started before the event is not used after it', async () => {
  const before = flag.isOn()
  flag.onDelivery(changed)
  const after = flag.isOn()
  reads[1]?.(true)
  reads[0]?.(false)
  expect(await before).toBe(false)
  expect(await after).toBe(true)
  expect(await flag.isOn()).toBe(true)
})

test('other events, and events for one person, change nothing', async () => {
  const answer = flag.isOn()
  reads[0]?.(false)
  await answer
  flag.onDelivery({ toEveryone: true, event: { type: 'core.ready' } })
  flag.onDelivery({ to: [1], event: changed.event })
  await flag.isOn()
  expect(reads).toHaveLength(1)
})

test('a failed read is not cached', async () => {
  const answer = flag.isOn()
  reads[0]?.(new Error('away'))
  await expect(answer).rejects.toThrow('away')
  const again = flag.isOn()
  reads[1]?.(true)
  expect(await again).toBe(true)
})

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
const news = { toEveryone: true, event: { type: 'accounts.maintenance_changed', underMaintenance: true } } as const

test('one read serves everybody who asks, until a few seconds have passed', async () => {
  const asked = [flag.isOn(), flag.isOn()]
  expect(reads).toHaveLength(1)
  reads[0]?.(true)
  expect(await Promise.all(asked)).toEqual([true, true])
  clock = 4_999
  expect(await flag.isOn()).toBe(true)
  expect(reads).toHaveLength(1)
  clock = 5_000
  const again = flag.isOn()
  reads[1]?.(false)
  expect(await again).toBe(false)
})

test('news of a change, and a gap in the news, are followed by a read', async () => {
  for (const [at, change] of [() => flag.hear(news), () => flag.readAgain()].entries()) {
    change()
    const asked = flag.isOn()
    expect(reads).toHaveLength(at + 1)
    reads[at]?.(true)
    expect(await asked).toBe(true)
  }
})

test('a read that began before the news is not believed after it', async () => {
  const before = flag.isOn()
  flag.hear(news)
  const after = flag.isOn()
  reads[1]?.(true)
  reads[0]?.(false)
  expect(await before).toBe(false)
  expect(await after).toBe(true)
  expect(await flag.isOn()).toBe(true)
})

test('other pushes, and one person’s own, change nothing', async () => {
  const asked = flag.isOn()
  reads[0]?.(false)
  await asked
  flag.hear({ toEveryone: true, event: { type: 'core.ready' } })
  flag.hear({ to: [1], event: news.event })
  await flag.isOn()
  expect(reads).toHaveLength(1)
})

test('a read that failed is not remembered', async () => {
  const asked = flag.isOn()
  reads[0]?.(new Error('away'))
  await expect(asked).rejects.toThrow('away')
  const again = flag.isOn()
  reads[1]?.(true)
  expect(await again).toBe(true)
})

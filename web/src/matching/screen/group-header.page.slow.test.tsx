import { getGroupHoldInfo } from '@saathi/contract/matching/calls'
import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { FakeSocket } from '../../../test/fake-socket.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerMatching, groupInfo, match, matchList, memberInfo, showMatching } from '../matching.fake.ts'

beforeEach(() => page.viewport(1280, 900))

const asMentor = { isMentor: true, userMatchType: '1toM' as const }
const harpreet = memberInfo({ fullName: 'Harpreet Singh', role: 'mentor' })
const started = groupInfo({
  actualSize: 2,
  existingMemberInfo: [harpreet, memberInfo({ fullName: 'Arjun Das' }), memberInfo({ fullName: 'Zoya Khan' })],
  clubRule: [
    { key: 'languages', name: 'Language', answer: 'Hindi', icon: 'language' },
    { key: 'free-times', name: 'Time', answer: 'Weekend evenings', icon: 'time' },
  ],
})
/** A time this many hours before now. */
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

test('[DAY-40] a mentee reads the name of the mentor while the group comes together', async () => {
  const group = groupInfo({ actualSize: 2, existingMemberInfo: [harpreet, memberInfo()] })
  answerMatching({ list: matchList({ userMatchType: '1toM', screen: 4 }), group })
  const shown = await showMatching()
  await expect.element(shown.getByText('Your mentor: Harpreet Singh')).toBeVisible()
})

describe('the header of a group mentor', () => {
  test('[MAT-10] shows the members, the open places and what they have in common', async () => {
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group: started })
    const shown = await showMatching()
    const header = shown.getByRole('region', { name: 'Your group: 2 of 4 mentees' })
    await expect
      .element(header.getByRole('img', { name: 'Harpreet Singh, Arjun Das, Zoya Khan. 2 places are open.' }))
      .toBeVisible()
    const rules = header.getByRole('list', { name: 'What this group has in common' }).getByRole('listitem')
    await expect.element(rules.nth(0).getByText('Language: Hindi')).toBeVisible()
    await expect.element(rules.nth(1).getByText('Time: Weekend evenings')).toBeVisible()
  })

  test('[MAT-10] fits on the smallest phone for a group of ten', async () => {
    await page.viewport(360, 800)
    const members = Array.from({ length: 6 }, (_, at) => memberInfo({ fullName: `Member ${at}` }))
    const group = groupInfo({ groupSize: 10, actualSize: 6, existingMemberInfo: [harpreet, ...members], createdOn: hoursAgo(5) })
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group })
    const shown = await showMatching()
    const header = shown.getByRole('region', { name: 'Your group: 6 of 10 mentees' })
    await expect.element(header).toBeVisible()
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
    const faces = header.getByRole('img').element().getBoundingClientRect()
    const start = header.getByText('Starts in').element().getBoundingClientRect()
    expect(faces.right).toBeLessThanOrEqual(start.left)
  })

  test('[MAT-10] is also shown above the cards', async () => {
    answerMatching({
      list: matchList({ ...asMentor, screen: 2, matchTrackers: [match({ status: 'EXPIRED' })] }),
      group: started,
    })
    const shown = await showMatching()
    await expect.element(shown.getByRole('region', { name: 'Your group: 2 of 4 mentees' })).toBeVisible()
  })

  test('[MAT-10] is left out if it fails to load, and the rest is shown', async () => {
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }) })
    const { inputs } = answer(getGroupHoldInfo, refuse('core.broken', 500))
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Your group is coming together' })).toBeVisible()
    await expect.poll(() => inputs.length).toBeGreaterThan(0)
    expect(shown.getByRole('alert').elements()).toEqual([])
    expect(shown.getByText(/Your group: /).elements()).toEqual([])
  })

  test('[MAT-10] is neither shown nor requested for pair mentors', async () => {
    const { groups } = answerMatching({ list: matchList({ screen: 2, isMentor: true }) })
    const shown = await showMatching()
    await expect.element(shown.getByRole('heading', { level: 1, name: 'Who would you like to guide?' })).toBeVisible()
    expect(groups).toEqual([])
  })

  test('shows a new member without a reload', async () => {
    const { data } = answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group: started })
    const shown = await showMatching()
    await expect.element(shown.getByRole('region', { name: 'Your group: 2 of 4 mentees' })).toBeVisible()
    await expect.poll(() => FakeSocket.instances.length).toBeGreaterThan(0)
    FakeSocket.instances[0]?.open()
    data.group = { ...started, actualSize: 3 }
    FakeSocket.instances[0]?.say({ type: 'matching.changed' })
    await expect.element(shown.getByRole('region', { name: 'Your group: 3 of 4 mentees' })).toBeVisible()
  })
})

describe('a mentee who waits for the group', () => {
  test('sees the mentor, themselves and the number of others, and no rules', async () => {
    answerMatching({
      list: matchList({ screen: 4, userMatchType: '1toM' }),
      group: { ...started, existingMemberInfo: [harpreet, memberInfo({ fullName: 'Arjun Das' })] },
    })
    const shown = await showMatching()
    const header = shown.getByRole('region', { name: 'Your group: 2 of 4 mentees' })
    await expect
      .element(header.getByRole('img', { name: 'Harpreet Singh, Arjun Das, 1 other mentee. 2 places are open.' }))
      .toBeVisible()
    expect(header.getByText('Hindi').elements()).toEqual([])
  })
})

describe('the time until a group starts', () => {
  test.each([
    ['from its creation', { createdOn: hoursAgo(19.5), groupStartsIn: 3 }, /2d 04h/],
    ['in hours on the last day', { createdOn: hoursAgo(70.5), groupStartsIn: 3 }, /1h (29|30)m/],
    ['at most five days', { createdOn: hoursAgo(0), startsAt: hoursAgo(-9 * 24), groupStartsIn: 5 }, /5d 00h/],
  ])('[MAT-07] is counted down: %s', async (_what, overrides, words) => {
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group: { ...started, ...overrides } })
    const shown = await showMatching()
    const timer = shown.getByRole('timer')
    await expect.element(timer.getByText('Starts in')).toBeVisible()
    await expect.element(timer.getByText(words)).toBeVisible()
    await expect.element(timer).toHaveAttribute('aria-live', 'off')
  })

  test('[MAT-07] is not shown while nobody has a place', async () => {
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group: groupInfo() })
    const shown = await showMatching()
    await expect.element(shown.getByRole('region', { name: 'Your group: 0 of 4 mentees' })).toBeVisible()
    expect(shown.getByRole('timer').elements()).toEqual([])
  })

  test('[MAT-07] is replaced by a message when it is over', async () => {
    answerMatching({ list: matchList({ ...asMentor, screen: 4 }), group: { ...started, createdOn: hoursAgo(73) } })
    const shown = await showMatching()
    await expect.element(shown.getByText('Your group begins any moment now.')).toBeVisible()
    expect(shown.getByRole('timer').elements()).toEqual([])
  })

  test('[MAT-07] is replaced by a message for a stalled group', async () => {
    answerMatching({
      list: matchList({ ...asMentor, screen: 4 }),
      group: { ...started, createdOn: hoursAgo(73), isStalled: true },
    })
    const shown = await showMatching()
    await expect.element(shown.getByText(/a few people are still missing/)).toBeVisible()
    expect(shown.getByRole('timer').elements()).toEqual([])
  })
})

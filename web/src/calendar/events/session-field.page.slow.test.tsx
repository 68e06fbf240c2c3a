import { listCalendarEvents } from '@saathi/contract/calendar/calls'
import { beforeEach, expect, test } from 'vitest'
import { mentorship } from '../../mentorship/mentorship.fake.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { answerCalendar, wide } from '../calendar-server.fake.ts'
import { interview, openNew } from './form.fake.ts'

beforeEach(wide)

const sessions = [
  { id: 4, title: 'Walk into your first interview', localeTitle: 'Walk into your first interview', endDate: null },
  { id: 5, title: 'Your first week', localeTitle: 'आपका पहला हफ़्ता', endDate: null },
]
const offered = (field: HTMLElement | SVGElement) => [...field.querySelectorAll('option')].map(({ textContent }) => textContent)

test('[CAL-02] a pair manager can choose from the sessions of the pair', async () => {
  const { added } = answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })] })
  answer(listCalendarEvents, { events: [], next: null, sessions })
  const { session, title, no, time, repeat, save } = await openNew()
  await expect.poll(() => offered(session.element())).toEqual(['Choose', 'Walk into your first interview', 'आपका पहला हफ़्ता'])
  await title.fill('How is it going?')
  await no.click()
  await time.fill('19:30')
  await repeat.selectOptions('NONE')
  await session.selectOptions('5')
  await save.click()
  await expect.poll(() => added.inputs).toMatchObject([{ body: { sessionId: 5 } }])
})

test('[CAL-02] a failed load shows an error with a retry', async () => {
  answerCalendar({ mentorships: [mentorship({ part: 'pair_manager' })] })
  answer(listCalendarEvents, refuse('core.broken', 500))
  const { form, session } = await openNew()
  await expect.element(session).toHaveAccessibleDescription('We could not load the sessions.')
  answer(listCalendarEvents, { events: [], next: null, sessions })
  await form.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => offered(session.element())).toHaveLength(3)
})

test('[CAL-02] a person who takes sessions chooses from their own', async () => {
  answerCalendar({ open: [interview] })
  answer(listCalendarEvents, { events: [], next: null, sessions })
  const { session } = await openNew()
  await expect.poll(() => offered(session.element())).toEqual(['Choose', 'Walk into your first interview'])
})

import { randomUUID } from 'node:crypto'
import { addCalendarEvent } from '@saathi/contract/calendar/calls'
import { listChannels } from '@saathi/contract/chat/calls'
import { setSeeker } from '@saathi/contract/matching/staff-calls'
import { startMentorship } from '@saathi/contract/mentorship/staff-calls'
import { listMentorships } from '@saathi/contract/mentorship/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, openChatSocket } from '../../../test/chat-socket.ts'
import { startTestServer, type TestServer } from '../../../test/harness.ts'
import { enterAsAdministrator, loadProgrammeWithoutPeople, type Newcomer, signUpByMail } from '../../../test/newcomers.ts'
import { setServerClock } from '../../../test/server-clock.ts'

/** This file writes no rows: everybody signs up, and staff act through the API. */

let server: TestServer
let admin: Newcomer
beforeAll(async () => {
  server = await startTestServer({ trustedProxy: ['127.0.0.1'] })
  // What the programme publishes is open from now on.
  await setServerClock(server, new Date('2026-03-10T19:20:00+05:30'))
  await loadProgrammeWithoutPeople(server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  await server.app.startJobs(server.url)
  admin = await enterAsAdministrator(server)
}, 120_000)
afterAll(() => server.stop())

/** The person's conversation with the assistant, as a page has it. */
async function openAssistant(person: Newcomer) {
  const { channels } = await person.ask(listChannels, { query: {} })
  const channelId = channels.find(({ kind }) => kind === 'assistant')?.channelId ?? 0
  const client = await openChatSocket(addressOf(server.app), person.token)
  client.say({ command: 'join', channel: channelId })
  return {
    close: () => client.close(),
    async ask(question: string) {
      await client.send(channelId, question)
      const { message, answer } = await client.next('new_message', ({ user_id }) => user_id !== person.id)
      return { message, links: answer?.cards.flatMap(({ links }) => links.map(({ to }) => to)) ?? [] }
    },
  }
}

test('[DAY-50] asha asks for her mentor, her call and her tasks before and after the match', async () => {
  const asha = await signUpByMail(server, { firstName: 'Asha', role: 'Mentee', project: 'one-to-one' })
  const ravi = await signUpByMail(server, { firstName: 'Ravi', role: 'Mentor', institutionCode: 'ABC-1234' })
  const mine = await openAssistant(asha)

  const nobody = 'You’re not matched with anyone yet. 5 more sessions in the Learning Hub, and mentorship opens.'
  const before = await mine.ask('who is my mentor')
  expect(before.message).toBe(nobody)
  expect(before.links).toEqual([expect.stringMatching(/^\/session\/sessionintroduction\/\d+$/)])
  expect((await mine.ask('when is my next call')).message).toContain('You have no call planned yet.')
  expect(await mine.ask('do i have any survey to fill')).toEqual({
    message: 'One survey is open. It takes about 8 minutes.',
    links: [expect.stringMatching(/^\/survey\?survey=\d+$/)],
  })
  expect((await mine.ask('मैंने कितने सत्र पूरे किए?')).message).toContain('आपने लर्निंग हब का कोई सत्र अभी पूरा नहीं किया।')

  await admin.ask(setSeeker, { params: { personId: ravi.id }, body: { isApproved: true } })
  await admin.ask(startMentorship, { body: { mentor: ravi.id, mentees: [asha.id], reason: 'Both asked for it' } })
  const mentorshipId = (await asha.ask(listMentorships, {})).mentorships[0]?.id ?? 0
  expect(await mine.ask('mera mentor kaun hai')).toEqual({
    message: 'Aapke mentor Ravi Sen hain.',
    links: [expect.stringMatching(/^\/chat\/messenger\?channel=\d+$/), `/mentorship/partner/${ravi.id}`],
  })
  const weekly = {
    title: 'Our weekly call',
    isPairGroupCall: true,
    eventFrequency: 'WEEKLY' as const,
    scheduledTime: '2026-03-14T19:30:00+05:30',
    repeatEndDate: '2026-03-21',
  }
  const once = { 'idempotency-key': randomUUID() }
  await ravi.ask(addCalendarEvent, { params: { mentorshipId }, body: weekly }, once)
  const call = await mine.ask('whens my next call with ravi')
  expect(call.message).toMatch(/^Your next call is on Saturday,? 14 March at 7:30\spm, in 4 days\.$/)
  expect(call.links[0]).toBe(`/mentorship?mentorship=${mentorshipId}&calendar=2026-03-14`)
  expect((await mine.ask('मेरी अगली कॉल कब है?')).message).toMatch(/^आपकी अगली कॉल शनिवार,? 14 मार्च को 7:30\spm पर है, 4 दिन में।$/)
  expect((await mine.ask('what do i have to finish')).links).toEqual([
    expect.stringMatching(new RegExp(`^/mentorship/\\d+/sessionintro\\?mentorship=${mentorshipId}$`)),
  ])
  await mine.close()

  const his = await openAssistant(ravi)
  expect((await his.ask('who is my mentee')).message).toBe('Your mentee is Asha Sen.')
  await his.close()
}, 120_000)

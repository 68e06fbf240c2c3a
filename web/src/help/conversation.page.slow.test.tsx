import { listHelpMessages, sendHelpMessage } from '@saathi/contract/help/calls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { makeEntry, seedOutbox, storedEntries } from '#core/outbox/entry.fake.ts'
import { goOffline, goOnline } from '../../test/connection.ts'
import { answer, refuse } from '../../test/harness.tsx'
import { composeWord, wordsOfScripts } from '../../test/input-method.ts'
import { fromTeam, helpMessage } from './help.fake.ts'
import { holdConversation, liveSocket, openHelp } from './help-server.fake.ts'

const bodies = () =>
  page
    .getByRole('log')
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('p')?.textContent)

/** Scrolled into view. */
function isInLog(element: Element): boolean {
  const log = page.getByRole('log').element().getBoundingClientRect()
  const { top, bottom } = element.getBoundingClientRect()
  return top < log.bottom && bottom > log.top
}

const unsentEntry = (input: object) => makeEntry({ kind: 'help.message', line: 'help', isParallel: true, about: 'a', input })

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  goOnline()
})

describe('[NAV-12] the conversation', () => {
  test('shows both sides in order, each with its author and time in India', async () => {
    holdConversation([helpMessage(1, { body: 'My mentor is ill.' }), fromTeam(2, 'Shall we tell the others?')])
    const { panel } = await openHelp()
    await expect.element(panel.getByText('Shall we tell the others?')).toBeVisible()
    expect(bodies()).toEqual(['My mentor is ill.', 'Shall we tell the others?'])
    await expect.element(panel.getByText('14 Nov, 7:30 pm').first()).toBeVisible()
  })

  test.each(wordsOfScripts)('takes a word composed in %s, and only the Enter after it sends', async (_script, word) => {
    const server = holdConversation()
    const { field } = await openHelp()
    await field.click()
    await composeWord(word)
    await expect.element(field).toHaveValue(word)
    expect(server.sending.inputs).toEqual([])
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => server.sending.inputs.map(({ body }) => body.body)).toEqual([word])
  })

  test('shows an invitation if nothing is written yet', async () => {
    holdConversation()
    const { panel } = await openHelp()
    await expect.element(panel.getByRole('heading', { name: 'What can we do for you?' })).toBeVisible()
    await expect.element(panel.getByText(/In danger now\? Call 112/)).toBeVisible()
  })

  test('shows the helplines as tel: links, each once', async () => {
    const helplines = [
      { number: '14416', name: 'Tele-MANAS', text: 'Someone listens, day and night' },
      { number: '112', name: 'Emergency', text: 'Police and ambulance' },
    ]
    const server = holdConversation([], { helplines: [] })
    answer(sendHelpMessage, ({ body }) => {
      const message = helpMessage(1, body)
      server.add(message)
      answer(listHelpMessages, { messages: [message], hasEarlier: false, helplines })
      return { ...message, helplines }
    })
    const { panel, field } = await openHelp()
    expect(panel.getByRole('link').elements()).toEqual([])
    await field.fill('I do not want to live.')
    await panel.getByRole('button', { name: 'Send' }).click()
    const log = panel.getByRole('log')
    for (const { number, name } of helplines) {
      const link = log.getByRole('link', { name: new RegExp(`^Call ${number} `) })
      await expect.element(link).toHaveAttribute('href', `tel:${number}`)
      await expect.element(link.getByText(name)).toBeVisible()
      expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(64)
    }
    await expect.element(log.getByText(/You’re not alone/)).toBeVisible()
  })

  test('shows plain text, whatever markup it contains', async () => {
    holdConversation([fromTeam(1, '<b>bold</b> **stars** [x](https://a.example)')])
    const { panel } = await openHelp()
    await expect.element(panel.getByText('<b>bold</b> **stars** [x](https://a.example)')).toBeVisible()
  })

  test('counts as read once it is shown', async () => {
    const { reading } = holdConversation([fromTeam(1, 'One'), fromTeam(2, 'Two')])
    const { button } = await openHelp()
    await expect.element(button).toHaveAccessibleName('Help')
    expect(reading.inputs.at(-1)?.body).toEqual({ upTo: 2 })
  })

  test('shows a reply live and marks it as read', async () => {
    const server = holdConversation([fromTeam(1, 'One')], { readUpTo: 1 })
    const { panel } = await openHelp()
    await expect.element(panel.getByText('One')).toBeVisible()
    server.add(fromTeam(2, 'And two'))
    const socket = await liveSocket()
    socket.say({ type: 'help.changed' })
    await expect.element(panel.getByText('And two')).toBeVisible()
    await expect.poll(() => server.reading.inputs.at(-1)?.body).toEqual({ upTo: 2 })
  })

  test('loads earlier messages on scrolling up, and keeps them when a new one arrives', async () => {
    const all = Array.from({ length: 60 }, (_, place) => helpMessage(place + 1))
    const server = holdConversation(all, { pageSize: 25 })
    const { panel } = await openHelp()
    await expect.element(panel.getByText('Message 60')).toBeVisible()
    expect(bodies()).toHaveLength(25)
    panel.getByRole('button', { name: 'Earlier messages' }).element().scrollIntoView()
    await expect.poll(() => bodies().length).toBe(50)
    await expect.poll(() => isInLog(panel.getByText('Message 36').element())).toBe(true)
    server.add(fromTeam(61, 'Still there?'))
    const socket = await liveSocket()
    socket.say({ type: 'help.changed' })
    await expect.poll(() => bodies().at(-1)).toBe('Still there?')
    expect(bodies()).toContain('Message 11')
    expect(isInLog(panel.getByText('Message 36').element())).toBe(true)
  })

  test('can be retried if it fails to load', async () => {
    holdConversation()
    answer(listHelpMessages, refuse('core.broken', 500))
    const { panel } = await openHelp()
    await expect.element(panel.getByRole('alert').getByText(/Something went wrong on our side/)).toBeVisible()
    holdConversation([fromTeam(1, 'Here we are')])
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByText('Here we are')).toBeVisible()
  })
})

describe('[NAV-12] a message', () => {
  test('is shown at once, then confirmed, without a duplicate', async () => {
    const { sending, messages } = holdConversation([fromTeam(1, 'Hello')])
    let confirm = () => {}
    const confirmed = new Promise<void>((resolve) => (confirm = resolve))
    const slow = answer(sendHelpMessage, async ({ body }) => {
      await confirmed
      const message = helpMessage(2, body)
      messages.push(message)
      return { ...message, helplines: [] }
    })
    const { panel, field } = await openHelp()
    await field.fill('My sound is gone.')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.element(panel.getByText('My sound is gone.')).toBeVisible()
    await expect.element(panel.getByRole('img', { name: 'Sending' })).toBeVisible()
    await expect.element(field).toHaveValue('')
    confirm()
    await expect.element(panel.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(bodies()).toEqual(['Hello', 'My sound is gone.'])
    expect(slow.inputs).toHaveLength(1)
    expect(sending.inputs).toEqual([])
  })

  test('is sent by Enter if there is a keyboard, and Shift+Enter makes a new line', async () => {
    const { sending } = holdConversation()
    const { field } = await openHelp()
    await expect.element(field).toHaveFocus()
    await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two{Enter}')
    await expect.poll(() => sending.inputs.map(({ body }) => body.body)).toEqual(['One\nTwo'])
  })

  test('is not sent if empty', async () => {
    const { sending } = holdConversation()
    const { panel, field } = await openHelp()
    await field.fill('   ')
    await panel.getByRole('button', { name: 'Send' }).click()
    await field.fill('now')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => sending.inputs.map(({ body }) => body.body)).toEqual(['now'])
  })

  test('that is too long shows an error and is not sent', async () => {
    const { sending } = holdConversation()
    const { panel, field } = await openHelp()
    await field.fill('a'.repeat(2003))
    await expect.element(panel.getByText('3 characters too long')).toBeVisible()
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.element(field).toHaveValue('a'.repeat(2003))
    expect(sending.inputs).toEqual([])
  })

  test.each([
    ['refused', refuse('core.broken', 500), 'Something went wrong on our side. Please try again in a little while.'],
    ['too many', refuse('core.too_many', 429), 'That was a little too fast. Please wait a moment and try again.'],
    ['lost', 'network', 'We could not reach Saathi. Check your connection and try again.'],
  ] as const)('that is %s is kept with the reason, and retried with the same client id', async (_name, failure, why) => {
    const server = holdConversation()
    const failing = answer(sendHelpMessage, failure)
    const { panel, field } = await openHelp()
    await field.fill('Please call me.')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.element(panel.getByRole('alert').getByText('Not sent.')).toBeVisible()
    await expect.element(panel.getByRole('alert').getByText(why)).toBeVisible()
    const { sending } = holdConversation(server.messages)
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect.element(panel.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(sending.inputs[0]?.body).toEqual(failing.inputs[0]?.body)
    expect(bodies()).toEqual(['Please call me.'])
    await expect.poll(storedEntries).toEqual([])
  })

  test('that failed can be discarded', async () => {
    holdConversation()
    answer(sendHelpMessage, refuse('core.broken', 500))
    const { panel, field } = await openHelp()
    await field.fill('Never mind.')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByRole('button', { name: 'Discard' }).click()
    await expect.element(panel.getByText('Never mind.')).not.toBeInTheDocument()
  })

  test('written offline waits, says so, and is sent when the connection is back', async () => {
    const { sending } = holdConversation()
    const { panel, field } = await openHelp()
    await expect.element(panel.getByRole('heading', { name: 'What can we do for you?' })).toBeVisible()
    goOffline()
    await field.fill('From the train')
    await panel.getByRole('button', { name: 'Send' }).click()
    await expect.element(panel.getByText('Will send when you are back')).toBeVisible()
    expect(sending.inputs).toEqual([])
    goOnline()
    await expect.element(panel.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(sending.inputs).toHaveLength(1)
  })

  test('written offline is in the outbox list, and sent from there exactly once', async () => {
    const { sending } = holdConversation()
    const { screen, panel, field } = await openHelp()
    goOffline()
    await field.fill('From the train')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel.getByRole('button', { name: 'Close' }).click()
    await screen.getByRole('button', { name: 'See what waits' }).click()
    const sheet = screen.getByRole('dialog', { name: 'Saved here' })
    await expect.element(sheet.getByText('Your message to the team: “From the train”')).toBeVisible()
    expect(await storedEntries()).toHaveLength(1)
    goOnline()
    await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
    expect(sending.inputs.map(({ body }) => body.body)).toEqual(['From the train'])
    expect(await storedEntries()).toEqual([])
  })
})

describe('typed text', () => {
  test('is restored after a reload, sent or not', async () => {
    localStorage.setItem('saathi.help.draft', 'Half a thought')
    const unsent = { clientId: crypto.randomUUID(), body: 'Did not go', writtenAt: '2026-11-14T14:00:00.000Z' }
    await seedOutbox(unsentEntry(unsent))
    const { sending } = holdConversation()
    const { panel, field } = await openHelp()
    await expect.element(field).toHaveValue('Half a thought')
    await expect.element(panel.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(sending.inputs.map(({ body }) => body)).toEqual([{ clientId: unsent.clientId, body: unsent.body }])
  })

  test('is stored on this device on every keystroke, even if the panel is closed', async () => {
    holdConversation()
    const { button, panel, field } = await openHelp()
    await field.fill('Half a thou')
    expect(localStorage.getItem('saathi.help.draft')).toBe('Half a thou')
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect.element(panel).not.toBeInTheDocument()
    await button.click()
    await expect.element(field).toHaveValue('Half a thou')
  })

  test('that was stored damaged by another build is ignored', async () => {
    await seedOutbox(unsentEntry({ text: 'From another build' }))
    holdConversation([fromTeam(1, 'Hello')])
    const { panel } = await openHelp()
    await expect.element(panel.getByText('Hello')).toBeVisible()
    expect(bodies()).toEqual(['Hello'])
  })
})

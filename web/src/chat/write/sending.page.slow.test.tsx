import { refresh } from '@saathi/contract/accounts/identity-calls'
import { searchGifs } from '@saathi/contract/chat/calls'
import { uploadFile } from '@saathi/contract/core/files'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { seedOutbox, storedEntries } from '#core/outbox/entry.fake.ts'
import { removeEntries } from '#core/offline/store.ts'
import { goOffline, goOnline } from '../../../test/connection.ts'
import { answer, refuse } from '../../../test/harness.tsx'
import { composeWord, wordsOfScripts } from '../../../test/input-method.ts'
import { asha, channel, member, message, ravi } from '../chat.fake.ts'
import { openRavi, playChat, unsentEntry } from '../chat-server.fake.ts'

beforeEach(() => page.viewport(1280, 900))
afterEach(goOnline)

const stored = {
  id: '00000000-0000-4000-8000-000000000009',
  name: 'portfolio-draft-two.pdf',
  type: 'application/pdf',
  size: 4,
  url: '/api/v2/files/x/',
  expiresAt: '2026-11-14T12:00:00Z',
}
const pdf = (bytes = 4, name = 'portfolio-draft-two.pdf') => new File([new Uint8Array(bytes)], name, { type: 'application/pdf' })

describe('a message', () => {
  test('[CHT-09] is sent with Enter; Shift+Enter breaks the line', async () => {
    const played = playChat([message(1)])
    const { field, log } = await openRavi()
    await field.click()
    await userEvent.keyboard('One{Shift>}{Enter}{/Shift}Two{Enter}')
    await expect.poll(() => played.commands('send').map((sent) => sent.message)).toEqual(['One\nTwo'])
    await expect.element(field).toHaveValue('')
    await expect.element(log.getByText(/One\s+Two/)).toBeVisible()
  })

  test.each([{ isComposing: true }, { keyCode: 229 }])(
    '[CHT-09] is not sent by the Enter that ends a composed word (%o)',
    async (composing) => {
      const played = playChat([message(1)])
      const { field } = await openRavi()
      await field.fill('नमस्ते')
      const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composing })
      // Not handled by the page: the input method handles it.
      expect(field.element().dispatchEvent(enter())).toBe(true)
      await expect.element(field).toHaveValue('नमस्ते')
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => played.commands('send').map((sent) => sent.message)).toEqual(['नमस्ते'])
    },
  )

  test.each(wordsOfScripts)(
    '[CHT-09] is composed with an input method in %s, whose Enter does not send it',
    async (_script, word) => {
      const played = playChat([message(1)])
      const { field } = await openRavi()
      await field.click()
      await composeWord(word)
      await expect.element(field).toHaveValue(word)
      await userEvent.keyboard(' ')
      await composeWord(word)
      await expect.element(field).toHaveValue(`${word} ${word}`)
      expect(played.commands('send')).toEqual([])
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => played.commands('send').map((sent) => sent.message)).toEqual([`${word} ${word}`])
    },
  )

  test('[CHT-09] must not be empty', async () => {
    const played = playChat([message(1)])
    const { field, room } = await openRavi()
    await field.fill('   ')
    await userEvent.keyboard('{Enter}')
    await expect.element(room.getByRole('button', { name: 'Send', exact: true })).toHaveAttribute('aria-disabled', 'true')
    expect(played.commands('send')).toEqual([])
  })

  test('[CHT-07] is shown at once, and stays one message when it is acknowledged', async () => {
    const played = playChat([message(1)])
    played.answersSends = false
    const { field, log } = await openRavi()
    await field.fill('Hello Ravi')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
    await expect.poll(() => played.commands('send').length).toBe(1)
    const tempId = played.commands('send')[0]?.tempId ?? ''
    played.add(message(2, { user_id: 1, message: 'Hello Ravi', temp_id: tempId }))
    await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(log.getByText('Hello Ravi').elements()).toHaveLength(1)
  })

  test('[CHT-18] is resent with the same tempId after a reconnect, and missed messages arrive', async () => {
    const played = playChat([message(1)])
    const { field, log } = await openRavi()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    played.cut()
    await field.fill('From the tunnel')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
    played.messages.push(message(2, { message: 'Meanwhile' }))
    played.isUp = true
    window.dispatchEvent(new Event('online'))
    await expect.element(log.getByText('Meanwhile')).toBeVisible()
    await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(log.getByText('From the tunnel').elements()).toHaveLength(1)
    expect(played.commands('join').at(-1)).toMatchObject({ channel: 1, message_id: 1 })
  })

  test('[CHT-18] leaves no gap if the connection breaks before the missed ones arrived', async () => {
    const played = playChat([message(1)])
    const { log } = await openRavi()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    const comeBack = () => {
      played.isUp = true
      window.dispatchEvent(new Event('online'))
    }
    played.cut()
    played.bringsMissed = false
    played.messages.push(message(2, { message: 'In the gap' }))
    comeBack()
    await expect.poll(() => played.commands('join').at(-1)).toMatchObject({ message_id: 1 })
    played.add(message(3, { message: 'Beyond it' }))
    await expect.element(log.getByText('Beyond it')).toBeVisible()
    played.cut()
    played.bringsMissed = true
    comeBack()
    await expect.element(log.getByText('In the gap')).toBeVisible()
    expect(played.commands('join').at(-1)).toMatchObject({ message_id: 1 })
  })

  test('[CHT-18] is not lost when the token is refused and renewed', async () => {
    const played = playChat([message(1)])
    answer(refresh, { accessToken: 'token-2', expiresIn: 600, userId: 1 })
    const { field, log } = await openRavi()
    played.answersSends = false
    await field.fill('Still here')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => played.commands('send').length).toBe(1)
    played.answersSends = true
    played.send({ command: 'error', code: 'core.signed_out', message: 'Please sign in again.' })
    await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
    const [first, second] = played.commands('send')
    expect(second).toMatchObject({ tempId: first?.tempId, authToken: 'token-2' })
  })

  test('[CHT-18] cannot be sent without a connection, which is shown after five seconds', async () => {
    const played = playChat([message(1)])
    const { room } = await openRavi()
    played.cut()
    await expect.element(room.getByText('Cannot connect to socket')).toBeVisible()
  })

  test('survives a reload of the page', async () => {
    const played = playChat([message(1)])
    const unsent = unsentEntry('Written before')
    await seedOutbox(unsent)
    const { log } = await openRavi()
    await expect.element(log.getByText('Written before')).toBeVisible()
    await expect.poll(() => played.commands('send').map(({ tempId }) => tempId)).toEqual([unsent.id])
    await expect.poll(storedEntries).toEqual([])
  })

  test('[CHT-07] is sent after the previous one, so that none overtakes another', async () => {
    const played = playChat([message(1)])
    played.refusesWith = 'core.unavailable'
    const { field, log } = await openRavi()
    await field.fill('First')
    await userEvent.keyboard('{Enter}')
    await field.fill('Second')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('img', { name: 'Sent' }).nth(1)).toBeVisible()
    expect(played.messages.map((each) => each.message)).toEqual(['Message 1', 'First', 'Second'])
  })

  test('that was refused shows the reason, and can be retried or discarded', async () => {
    const played = playChat([message(1)])
    played.refusesWith = 'chat.closed'
    const { field, room } = await openRavi()
    await field.fill('Too late')
    await userEvent.keyboard('{Enter}')
    const trouble = room.getByRole('alert')
    await expect.element(trouble).toMatchTextContent(/^Not sent\. You can’t write here right now\./)
    await trouble.getByRole('button', { name: 'Try again' }).click()
    await expect.element(room.getByRole('img', { name: 'Sent' })).toBeVisible()
  })

  test('that was refused and stays at the end does not hide messages of others', async () => {
    const played = playChat(Array.from({ length: 25 }, (_, index) => message(index + 1)))
    played.refusesWith = 'chat.closed'
    const { field, room, log } = await openRavi()
    await field.fill('Too late')
    await userEvent.keyboard('{Enter}')
    await expect.element(room.getByRole('alert')).toBeInViewport()
    for (let id = 40; id < 50; id += 1) played.add(message(id, { message: 'A long story. '.repeat(30) }))
    const box = log.element()
    await expect.poll(() => played.commands('message_seen').at(-1)?.message_id, { timeout: 40_000 }).toBe(49)
    await expect.poll(() => box.scrollHeight - box.scrollTop - box.clientHeight, { timeout: 40_000 }).toBeLessThan(20)
  })

  test('stays as a draft, separately for each channel', async () => {
    playChat([message(1)], [channel(1), channel(2, { channelName: 'Meera Iyer' })])
    const { screen, field } = await openRavi()
    await field.fill('Half a thou')
    await screen.getByRole('button', { name: /Meera Iyer/ }).click()
    await expect.element(screen.getByRole('region', { name: 'Meera Iyer' }).getByRole('textbox')).toHaveValue('')
    await screen.getByRole('button', { name: /^Ravi Kumar/ }).click()
    await expect.element(screen.getByRole('region', { name: 'Ravi Kumar' }).getByRole('textbox')).toHaveValue('Half a thou')
  })

  test('[CHT-13] can mention somebody by keyboard, and is sent with their id', async () => {
    const group = channel(1, {
      isGroup: true,
      kind: 'group',
      channelMembers: [asha, ravi, member(3, 'Meera Iyer', { role: 'GroupMentee' })],
    })
    const played = playChat([message(1)], [group])
    const { field, room } = await openRavi()
    await field.click()
    await userEvent.keyboard('Hi @')
    const names = room.getByRole('listbox', { name: 'People you can mention' })
    await expect.element(names.getByRole('option').nth(1)).toHaveTextContent('Meera Iyer Mentee')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    await expect.element(field).toHaveValue('Hi @Meera Iyer ')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => played.commands('send').at(-1)?.message).toBe('Hi @[Meera Iyer](3)')
  })

  test('[CHT-19] can contain an emoji from the picker', async () => {
    playChat([message(1)])
    const { field, room } = await openRavi()
    await field.fill('Good')
    await room.getByRole('button', { name: 'Emoji' }).click()
    await room.getByRole('button', { name: '👍', exact: true }).click()
    await expect.element(field).toHaveValue('Good👍')
    await userEvent.keyboard('{Escape}')
    await expect.element(field).toHaveFocus()
  })
})

describe('a message written offline', () => {
  const noteOf = (screen: Awaited<ReturnType<typeof openRavi>>['screen']) =>
    screen.getByText('One thing is saved here. It will be sent when you are back.')

  test('[PLT-01] is in the outbox list, and is sent exactly once after the reconnect', async () => {
    const played = playChat([message(1)])
    const { screen, field, log } = await openRavi()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    goOffline()
    played.cut()
    await field.fill('From the tunnel')
    await userEvent.keyboard('{Enter}')
    await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
    await expect.element(noteOf(screen)).toBeVisible()
    await screen.getByRole('button', { name: 'See what waits' }).click()
    const sheet = screen.getByRole('dialog', { name: 'Saved here' })
    await expect.element(sheet.getByText('Your message “From the tunnel”')).toBeVisible()
    expect(await storedEntries()).toHaveLength(1)
    played.isUp = true
    goOnline()
    await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    await expect.element(log.getByRole('img', { name: 'Sent' })).toBeVisible()
    expect(played.messages.map((each) => each.message)).toEqual(['Message 1', 'From the tunnel'])
    expect(played.commands('send')).toHaveLength(1)
    expect(await storedEntries()).toEqual([])
  })

  test('[PLT-01] can be discarded in the outbox list, and is then never sent', async () => {
    const played = playChat([message(1)])
    const { screen, field, log } = await openRavi()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    goOffline()
    played.cut()
    await field.fill('Never mind')
    await userEvent.keyboard('{Enter}')
    await screen.getByRole('button', { name: 'See what waits' }).click()
    const sheet = screen.getByRole('dialog', { name: 'Saved here' })
    await sheet.getByRole('button', { name: 'Delete: Your message “Never mind”' }).click()
    await screen.getByRole('dialog', { name: 'Delete this?' }).getByRole('button', { name: 'Delete' }).click()
    await expect.element(sheet.getByText('Everything has been sent.')).toBeVisible()
    await sheet.getByRole('button', { name: 'Close' }).click()
    const joined = played.commands('join').length
    played.isUp = true
    goOnline()
    await expect.poll(() => played.commands('join').length).toBeGreaterThan(joined)
    await expect.element(log.getByText('Never mind')).not.toBeInTheDocument()
    expect(played.commands('send')).toEqual([])
  })

  test('[PLT-01] keeps its file, which is uploaded after the reconnect', async () => {
    const uploading = answer(uploadFile, stored)
    const played = playChat([message(1)])
    const { room, log } = await openRavi()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    goOffline()
    played.cut()
    await room.getByLabelText('Choose a file').upload(pdf())
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(log.getByRole('img', { name: 'Sending' })).toBeVisible()
    expect(uploading.inputs).toEqual([])
    played.isUp = true
    goOnline()
    await expect.poll(() => played.commands('send').map(({ attachments }) => attachments?.[0]?.id)).toEqual([stored.id])
    expect(uploading.inputs).toHaveLength(1)
  })

  test('[PLT-01] is not sent by this tab while another one is sending it', async () => {
    const played = playChat([message(1)])
    await seedOutbox(unsentEntry('From the other tab'))
    const { promise: isDone, resolve: endOther } = Promise.withResolvers<void>()
    const { promise: isTaken, resolve: take } = Promise.withResolvers<void>()
    void navigator.locks.request('saathi.outbox.chat.1', async () => {
      take()
      await isDone
    })
    await isTaken
    const { log } = await openRavi()
    await expect.element(log.getByText('From the other tab')).toBeVisible()
    await expect.element(log.getByText('Message 1', { exact: true })).toBeVisible()
    const entries = await storedEntries()
    await removeEntries(
      'outbox',
      1,
      entries.map(({ key }) => key),
    )
    endOther()
    await expect.element(log.getByText('From the other tab')).not.toBeInTheDocument()
    expect(played.commands('send')).toEqual([])
  })
})

describe('a GIF', () => {
  const gif = (id: number) => ({
    id: String(id),
    url: `/gifs/${id}.gif`,
    previewUrl: `/gifs/${id}.gif`,
    width: 4,
    height: 3,
    title: `GIF ${id}`,
  })

  test('[CHT-19] is chosen from pages of ten, and is the only attachment of a message', async () => {
    const { inputs } = answer(searchGifs, ({ query: { pageNumber } }) => ({
      gifs: Array.from({ length: 10 }, (_, index) => gif((pageNumber - 1) * 10 + index + 1)),
      hasNextPage: pageNumber < 2,
      isOffered: true,
    }))
    const played = playChat([message(1)])
    const { room } = await openRavi()
    await room.getByRole('button', { name: 'GIF', exact: true }).click()
    await room.getByRole('button', { name: 'Show more' }).click()
    await room.getByRole('button', { name: 'GIF 12' }).click()
    expect(new Set(inputs.map(({ query }) => query.pageNumber))).toEqual(new Set([1, 2]))
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => played.commands('send').at(-1)?.attachments)
      .toEqual([{ url: '/gifs/12.gif', name: 'GIF 12', type: 'image/gif' }])
  })

  test('shows an error if the service fails, and can be tried again', async () => {
    answer(searchGifs, refuse('chat.gifs_down', 503))
    playChat([message(1)])
    const { room } = await openRavi()
    await room.getByRole('button', { name: 'GIF', exact: true }).click()
    await expect.element(room.getByText('GIFs could not be loaded')).toBeVisible()
  })
})

describe('a file', () => {
  test('[CHT-10] of another kind is refused with the alert of the specification', async () => {
    playChat([message(1)])
    const { room } = await openRavi()
    await room.getByLabelText('Choose a file').upload(pdf(4, 'setup.exe'))
    await expect
      .element(room.getByRole('alert'))
      .toHaveTextContent(
        'Please select a valid file. Supported images are: jpeg, jpg, gif, png, webp, heic Supported documents are: txt, pdf, csv, doc, docx, xls, xlsx, ppt, pptx',
      )
  })

  test('[CHT-10] of more than 5 MB is dropped with the alert of the specification', async () => {
    playChat([message(1)])
    const { room } = await openRavi()
    await room.getByLabelText('Choose a file').upload(pdf(5_242_881))
    await expect.element(room.getByRole('alert')).toHaveTextContent('Files with more than 5 MB are not allowed.')
    expect(room.getByText('portfolio-dra…').elements()).toEqual([])
  })

  test('[CHT-10] is uploaded first and referenced in the message; without text a notice is shown; it can be cleared', async () => {
    const uploading = answer(uploadFile, stored)
    const played = playChat([message(1)])
    const { room } = await openRavi()
    const input = room.getByLabelText('Choose a file')
    await input.upload(pdf())
    await expect.element(room.getByText('portfolio-dra…')).toBeVisible()
    await expect.element(room.getByText('Files sent cannot be deleted. Verify before sending')).toBeVisible()
    await room.getByRole('button', { name: /^Remove/ }).click()
    expect(room.getByText('portfolio-dra…').elements()).toEqual([])
    await input.upload(pdf())
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    await expect
      .poll(() => played.commands('send').at(-1)?.attachments)
      .toEqual([{ id: stored.id, name: stored.name, type: stored.type }])
    expect(uploading.inputs[0]?.form.fields.purpose).toBe('chat')
  })

  test('[CHT-10] that could not be uploaded can be tried again', async () => {
    answer(uploadFile, 'network')
    const played = playChat([message(1)])
    const { room } = await openRavi()
    await room.getByLabelText('Choose a file').upload(pdf())
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    await expect.element(room.getByRole('alert')).toMatchTextContent(/The file did not get through\./)
    expect(played.commands('send')).toEqual([])
    answer(uploadFile, stored)
    await room.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => played.commands('send').length).toBe(1)
  })

  test('that uploads slowly does not delay the messages after it', async () => {
    const { promise: isUploaded, resolve: endUpload } = Promise.withResolvers<void>()
    answer(uploadFile, async () => {
      await isUploaded
      return stored
    })
    const played = playChat([message(1)])
    const { room, field } = await openRavi()
    await room.getByLabelText('Choose a file').upload(pdf())
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    await field.fill('Meanwhile')
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => played.commands('send').map((sent) => sent.message)).toEqual(['Meanwhile'])
    endUpload()
    await expect.poll(() => played.commands('send')).toHaveLength(2)
  })

  test('that is not what its name says is refused by the server, and the reason is shown', async () => {
    answer(uploadFile, refuse('files.type_mismatch', 415))
    playChat([message(1)])
    const { room } = await openRavi()
    await room.getByLabelText('Choose a file').upload(pdf())
    await room.getByRole('button', { name: 'Send', exact: true }).click()
    const note = room.getByRole('alert')
    await expect.element(note).toMatchTextContent(/isn’t what its name says/)
    // The same file would be refused again.
    await expect.element(note.getByRole('button')).toHaveAccessibleName('Discard')
  })
})

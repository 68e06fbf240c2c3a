import { getRecordingSoFar } from '@saathi/contract/video/recording-calls'
import { getCallStatus, giveConsent, postCallEvent, ringAgain } from '@saathi/contract/video/calls'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, makeProfile, show } from '../../../test/harness.tsx'
import { BuiltInStage } from './built-in-stage.tsx'
import { callStatus, divya, me, picture, playCall, ravi, room, roomId, state } from '../call.fake.ts'
import type { CallSnapshot } from '../engine/call-snapshot.ts'
import { readQuality } from './use-call.ts'

const running = { state: 'running', since: new Date().toISOString(), segment: null } as const
const left = vi.fn<(isCancelled: boolean) => void>()

beforeEach(async () => {
  await page.viewport(1280, 800)
  left.mockReset()
  answer(postCallEvent, { recording: 'waiting' })
  answer(getCallStatus, callStatus())
  answer(giveConsent, ({ body: { consent } }) => ({ consent, recording: 'waiting' as const }))
})

async function showCall(
  overrides: Partial<CallSnapshot> = {},
  { consent = true, language }: { consent?: boolean; language?: 'hi' } = {},
) {
  const played = playCall(overrides)
  const stage = <BuiltInStage call={played.call} room={room()} consent={consent} onLeft={left} />
  const screen = await show(stage, { profile: makeProfile(), language })
  const bar = screen.getByRole('navigation')
  await expect.element(bar).toBeVisible()
  return { ...played, screen, bar }
}

type ShownCall = Awaited<ReturnType<typeof showCall>>
const button = ({ bar }: ShownCall, name: string) => bar.getByRole('button', { name, exact: true })
async function openMore(shown: ShownCall, entry?: string) {
  await button(shown, 'More').click()
  const sheet = shown.screen.getByRole('dialog')
  await expect.element(sheet).toBeVisible()
  if (entry) await sheet.getByRole('button', { name: entry, exact: true }).click()
  return shown.screen.getByRole('dialog')
}
const peopleOf = ({ screen }: ShownCall) => screen.getByRole('list', { name: 'People in the call' })

describe('the toolbar', () => {
  test.each([
    { name: 'Mute', asks: ['microphone', false], after: ['microphone', true], isPressedFirst: 'false' },
    { name: 'Camera', asks: ['camera', false], after: ['camera', true], isPressedFirst: 'true' },
    { name: 'Captions', asks: ['captions', true], after: ['captions', false], isPressedFirst: 'false' },
    { name: 'Share', asks: ['screen', true], after: ['screen', false], isPressedFirst: 'false' },
    { name: 'Raise hand', asks: ['hand', true], after: ['hand', false], isPressedFirst: 'false' },
  ])('[VID-04] $name is a toggle that shows its state', async ({ name, asks, after, isPressedFirst }) => {
    const shown = await showCall()
    const tool = button(shown, name)
    await expect.element(tool).toHaveAttribute('aria-pressed', isPressedFirst)
    await tool.click()
    await expect.element(tool).toHaveAttribute('aria-pressed', isPressedFirst === 'true' ? 'false' : 'true')
    await tool.click()
    expect(shown.commands).toEqual([asks, after])
  })

  test('[VID-04] tile view shows all pictures in one size, and back', async () => {
    const shown = await showCall({ tiles: [me(), ravi(), divya({ isSpeaking: true })] })
    const large = () => document.querySelector('[data-main]')?.getAttribute('data-peer')
    await expect.poll(large).toBe('divya')
    await button(shown, 'Tiles').click()
    await expect.poll(large).toBeUndefined()
    await button(shown, 'Tiles').click()
    await expect.poll(large).toBe('divya')
  })

  test('[VID-04] hang up leaves the call and then ends it', async () => {
    const shown = await showCall()
    await button(shown, 'Leave').click()
    await expect.poll(() => left.mock.calls.length).toBe(1)
    expect(shown.commands).toEqual([['leave']])
  })

  test('[VID-04] on a phone it has five buttons within 360 px, and the rest is behind More', async () => {
    await page.viewport(360, 740)
    const shown = await showCall()
    expect(
      shown.bar
        .getByRole('button')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Mute', 'Camera', 'Chat', 'More', 'Leave'])
    for (const each of shown.bar.getByRole('button').elements()) {
      const { right, width, height } = each.getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(360)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
    }
    const sheet = await openMore(shown, 'Raise hand')
    await expect.element(sheet).not.toBeInTheDocument()
    expect(shown.commands).toEqual([['hand', true]])
    await expect.element(button(shown, 'More')).toHaveFocus()
  })
})

describe('behind More', () => {
  test('[VID-04] filmstrip hides the small pictures', async () => {
    const shown = await showCall()
    await expect.element(peopleOf(shown).getByText('You')).toBeVisible()
    await openMore(shown, 'Filmstrip')
    await expect.element(peopleOf(shown).getByText('You')).not.toBeVisible()
    await expect.element(peopleOf(shown).getByText('Ravi Kumar')).toBeVisible()
  })

  test('[VID-04] devices are selected by name, and an empty list says so', async () => {
    const named = (deviceId: string, label: string) =>
      ({ deviceId, label, groupId: '', kind: 'audioinput', toJSON: () => ({}) }) as const
    const microphones = [named('a', 'Headset'), named('b', '')]
    const shown = await showCall({
      devices: { microphones, cameras: [], speakers: [], chosen: { microphone: 'a', camera: '', speaker: '' } },
    })
    const sheet = await openMore(shown, 'Microphone, camera, speaker')
    const list = sheet.getByRole('combobox', { name: 'Microphone' })
    await expect.element(list).toHaveValue('a')
    await list.selectOptions('Microphone 2')
    expect(shown.commands).toEqual([['choose', 'microphone', 'b']])
    await expect.element(sheet.getByRole('combobox', { name: 'Camera' })).toHaveTextContent('None found')
  })

  test('[VID-04] quality can be selected', async () => {
    const shown = await showCall()
    const sheet = await openMore(shown, 'Picture quality')
    await expect.element(sheet.getByRole('radio', { name: 'As the connection allows' })).toBeChecked()
    await sheet.getByText('Sound only').click()
    expect(shown.commands).toEqual([['quality', 'sound']])
    // Used for the next call, too.
    expect(readQuality()).toBe('sound')
  })

  test('[VID-04] settings contain the caption language, mirroring and data saving', async () => {
    const shown = await showCall()
    const sheet = await openMore(shown, 'Settings')
    await expect.element(sheet.getByLabelText('Your name in the call')).toHaveValue('Asha Rao')
    await sheet.getByRole('combobox').selectOptions('हिन्दी')
    await sheet.getByRole('switch', { name: 'Use less data' }).click()
    await sheet.getByRole('switch', { name: 'Mirror my own picture' }).click()
    expect(shown.commands).toEqual([
      ['language', 'hi-IN'],
      ['quality', 'low'],
    ])
    expect(localStorage.getItem('saathi.call.mirror')).toBe('no')
  })

  test('[VID-04] profile shows my own card', async () => {
    const sheet = await openMore(await showCall(), 'Your profile')
    await expect.element(sheet.getByText('Asha Rao')).toBeVisible()
    await expect.element(sheet.getByText('Mentee')).toBeVisible()
  })

  test('[VID-04] stats show each connection', async () => {
    const sheet = await openMore(await showCall(), 'Connection details')
    await expect.element(sheet.getByRole('heading', { name: 'Ravi Kumar' })).toBeVisible()
    await expect.element(sheet.getByText('212 kbit/s')).toBeVisible()
    await expect.element(sheet.getByText('640 × 360, 24 fps')).toBeVisible()
  })

  test('[VID-04] help shows the shortcuts and opens the FAQ in another tab', async () => {
    const sheet = await openMore(await showCall(), 'Help')
    await expect.element(sheet.getByRole('list', { name: 'Keyboard shortcuts' })).toBeVisible()
    const link = sheet.getByRole('link', { name: /Questions and answers/ })
    await expect.element(link).toHaveAttribute('href', '/moreinfo/faq')
    await expect.element(link).toHaveAttribute('target', '_blank')
  })

  test('[VID-04] download offers completed segments and captions', async () => {
    const file = { name: 'part.webm', type: 'video/webm', size: 9, url: '/api/v2/files/x/', expiresAt: '2026-11-14T14:10:00Z' }
    answer(getRecordingSoFar, {
      files: [{ id: roomId, ...file }],
      captions: [{ at: '2026-11-14T14:00:05Z', name: 'Ravi', text: 'Hello' }],
    })
    const sheet = await openMore(await showCall(), 'Download')
    await expect.element(sheet.getByRole('link', { name: 'Recording, part 1' })).toHaveAttribute('href', '/api/v2/files/x/')
    await expect.element(sheet.getByRole('button', { name: 'Captions as text' })).toBeVisible()
  })

  test('[VID-04] download shows an empty state, and an error with a retry', async () => {
    let isLost = true
    answer(getRecordingSoFar, () => (isLost ? 'network' : { files: [], captions: [] }))
    const sheet = await openMore(await showCall(), 'Download')
    await expect.element(sheet.getByRole('heading', { name: 'This could not be fetched' })).toBeVisible()
    isLost = false
    await sheet.getByRole('button', { name: 'Try again' }).click()
    await expect.element(sheet.getByText(/Nothing to download yet/)).toBeVisible()
  })

  test('[VID-04] full screen is requested from the browser', async () => {
    const commands = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue()
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(true)
    await openMore(await showCall(), 'Full screen')
    expect(commands).toHaveBeenCalledOnce()
    vi.restoreAllMocks()
  })

  test('[VID-04] an unsupported tool stays visible and explains why', async () => {
    vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(false)
    const shown = await showCall()
    const sheet = await openMore(shown)
    const entry = sheet.getByRole('button', { name: 'Full screen' })
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true')
    await expect.element(entry).toHaveAccessibleDescription('Your browser cannot show a page in full screen.')
    await expect.element(sheet.getByText('Your browser cannot show a page in full screen.')).toBeVisible()
    vi.restoreAllMocks()
  })
})

describe('recording', () => {
  test('[VID-03] is indicated while it runs, and its end is announced', async () => {
    const shown = await showCall()
    expect(shown.screen.getByText('Recording', { exact: true }).elements()).toEqual([])
    shown.change({ recording: running })
    await expect.element(shown.screen.getByText('Recording', { exact: true })).toBeVisible()
    await expect.element(shown.screen.getByText(/^0\d:\d\d$/)).toBeVisible()
    shown.change({ recording: { state: 'waiting', since: null, segment: null } })
    await expect.element(shown.screen.getByText('Not recording')).toBeVisible()
    expect(shown.screen.getByText('Recording', { exact: true }).elements()).toEqual([])
  })

  test('[VID-03] cannot be started by hand while someone has not agreed', async () => {
    const shown = await showCall()
    const sheet = await openMore(shown)
    const entry = sheet.getByRole('button', { name: 'Start recording' })
    await expect.element(entry).toHaveAttribute('aria-disabled', 'true')
    await expect.element(entry).toHaveAccessibleDescription(/only while everyone here has agreed/)
    await userEvent.click(entry, { force: true })
    expect(shown.commands).toEqual([])
  })

  test('[VID-04] recording can be switched off and on again', async () => {
    const shown = await showCall({ recording: running })
    await openMore(shown, 'Stop recording')
    shown.change({ recording: { state: 'off', since: null, segment: null } })
    await openMore(shown, 'Start recording')
    expect(shown.commands).toEqual([
      ['record', false],
      ['record', true],
    ])
  })

  test('[VID-03] consent can be withdrawn during the call, with the recording deleted', async () => {
    const posted = answer(giveConsent, ({ body: { consent } }) => ({ consent, recording: 'waiting' as const }))
    const shown = await showCall({ recording: running })
    const sheet = await openMore(shown, "Don't record me")
    await expect.element(sheet.getByRole('heading', { name: 'Delete what was recorded so far?' })).toBeVisible()
    await sheet.getByRole('button', { name: 'Delete it' }).click()
    await expect.element(shown.screen.getByText('What was recorded so far has been deleted.')).toBeVisible()
    expect(posted.inputs.map(({ body }) => body)).toEqual([{ consent: false }, { consent: false, forget: true }])
    const menu = await openMore(shown)
    await expect.element(menu.getByRole('button', { name: 'Allow recording' })).toBeVisible()
  })

  test('[VID-03] consent can be given during the call', async () => {
    const posted = answer(giveConsent, { consent: true, recording: 'running' })
    const shown = await showCall({}, { consent: false })
    await openMore(shown, 'Allow recording')
    await expect.poll(() => posted.inputs.length).toBe(1)
    expect(posted.inputs[0]?.body).toEqual({ consent: true })
  })

  test('[VID-03] a failed withdrawal says that nothing has changed', async () => {
    answer(giveConsent, 'network')
    const shown = await showCall({ recording: running })
    await openMore(shown, "Don't record me")
    await expect.element(shown.screen.getByText(/nothing has changed/)).toBeVisible()
  })
})

describe('notes and announcements', () => {
  test("[VID-04] captions are shown with the speaker's name, the first time with a privacy note", async () => {
    const captions = [{ id: 1, peerId: 'ravi', name: 'Ravi', text: 'Start with what you saw.', isFinal: true, at: 0 }]
    const shown = await showCall({ captions })
    const log = shown.screen.getByRole('log', { name: 'Captions' })
    expect(log.elements()).toEqual([])
    await button(shown, 'Captions').click()
    await expect.element(log).toHaveTextContent('Ravi: Start with what you saw.')
    const first = shown.screen.getByText(/may process your voice/)
    await expect.element(first).toBeVisible()
    await shown.screen.getByRole('button', { name: 'Close' }).click()
    await expect.element(first).not.toBeInTheDocument()
    await button(shown, 'Captions').click()
    await button(shown, 'Captions').click()
    await expect.element(log).toBeVisible()
    expect(first.elements()).toEqual([])
  })

  test('[VID-05] a lost connection is shown while it lasts', async () => {
    const shown = await showCall()
    shown.change({ socket: 'lost' })
    const note = shown.screen.getByText(/The connection was lost/)
    await expect.element(note).toBeVisible()
    await expect.element(peopleOf(shown)).toBeVisible()
    shown.change({ socket: 'open' })
    await expect.element(note).not.toBeInTheDocument()
  })

  test.each([
    { trouble: 'both_refused', text: /You can still listen/ },
    { trouble: 'microphone_refused', text: /nobody hears you/ },
    { trouble: 'camera_refused', text: /blocking your camera/ },
    { trouble: 'none_found', text: /No microphone or camera was found/ },
    { trouble: 'in_use', text: /Another program/ },
  ] as const)('[VID-04] $trouble is explained', async ({ trouble, text }) => {
    const shown = await showCall({ trouble })
    await expect.element(shown.screen.getByText(text)).toBeVisible()
  })

  test('[VID-04] a weak connection is shown', async () => {
    const shown = await showCall({ isWeak: true })
    await expect.element(shown.screen.getByText('Your connection is weak. Sound first.')).toBeVisible()
  })

  test('[VID-04] joins, raised hands and leaves are announced', async () => {
    const shown = await showCall()
    shown.change({ tiles: [me(), ravi(), divya()] })
    await expect.element(shown.screen.getByText('Divya Nair is here.')).toBeInTheDocument()
    shown.change({ tiles: [me(), ravi({ state: state({ hand: true }) }), divya()] })
    await expect.element(shown.screen.getByRole('img', { name: 'Ravi Kumar raised a hand' })).toBeVisible()
    shown.change({ tiles: [me(), ravi()] })
    await expect.element(shown.screen.getByText('Divya Nair has left.')).toBeInTheDocument()
  })

  test('[VID-04] a shared screen is the large picture', async () => {
    const shown = await showCall({ tiles: [me(), ravi({ state: state({ screen: true }), screen: picture() })] })
    await expect.element(shown.screen.getByLabelText('Ravi Kumar’s screen')).toBeVisible()
    expect(document.querySelector('[data-main] video')).toBe(shown.screen.getByLabelText('Ravi Kumar’s screen').element())
  })

  test('[VID-07] joining and leaving are posted with the peer id', async () => {
    const posted = answer(postCallEvent, { recording: 'waiting' })
    const shown = await showCall()
    const events = () => posted.inputs.map(({ body: { event, jitsiParticipantId } }) => `${event} ${jitsiParticipantId}`)
    await expect.poll(events).toContain('join me')
    await shown.screen.unmount()
    await expect.poll(() => events().at(-1)).toBe('leave me')
  })
})

describe('keyboard', () => {
  test.each([
    { key: 'm', asks: ['microphone', false] },
    { key: 'v', asks: ['camera', false] },
    { key: 'c', asks: ['captions', true] },
    { key: 's', asks: ['screen', true] },
    { key: 'h', asks: ['hand', true] },
  ])('[VID-04] the shortcut $key works like its button', async ({ key, asks }) => {
    const shown = await showCall()
    await userEvent.keyboard(key)
    await expect.poll(() => shown.commands).toEqual([asks])
  })

  test('[VID-04] the shortcuts W, Q and ? open their panels', async () => {
    const shown = await showCall()
    await userEvent.keyboard('w')
    await expect.element(button(shown, 'Tiles')).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('?')
    const list = shown.screen.getByRole('list', { name: 'Keyboard shortcuts' })
    await expect.element(list).toMatchTextContent(/Mute\s*M/)
    await userEvent.keyboard('{Escape}')
    await expect.element(list).not.toBeInTheDocument()
    await userEvent.keyboard('q')
    await expect.element(shown.screen.getByRole('heading', { name: 'Picture quality' })).toBeVisible()
  })

  test('[VID-04] shortcuts ignore Control and can be turned off', async () => {
    const shown = await showCall()
    await userEvent.keyboard('{Control>}m{/Control}')
    const sheet = await openMore(shown, 'Keyboard shortcuts')
    await sheet.getByRole('switch', { name: 'Use single keys as shortcuts' }).click()
    await userEvent.keyboard('{Escape}')
    await expect.element(sheet).not.toBeInTheDocument()
    await userEvent.keyboard('m')
    expect(shown.commands).toEqual([])
  })
})

test('[VID-04] the call is available in Hindi', async () => {
  const shown = await showCall({}, { language: 'hi' })
  await expect.element(button(shown, 'म्यूट')).toBeVisible()
  await expect.element(button(shown, 'कॉल छोड़ें')).toBeVisible()
})

test('the page behind the call is inert while the call is open', async () => {
  const under = document.createElement('button')
  document.body.prepend(under)
  const shown = await showCall()
  expect(under.hasAttribute('inert')).toBe(true)
  await shown.screen.unmount()
  expect(under.hasAttribute('inert')).toBe(false)
  under.remove()
})

describe('while it rings, and when left alone', () => {
  const called = { userId: 2, name: 'Ravi Kumar', displayPicture: null }
  const soon = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()

  test('[DAY-21] the caller sees whom it rings for, and can only mute, switch the camera and cancel', async () => {
    const ring = { state: 'ringing', endsAt: soon(45), isMine: true, people: [called], replies: [] } as const
    answer(getCallStatus, callStatus({ ring: { ...ring, people: [...ring.people], replies: [] } }))
    const shown = await showCall({ tiles: [me()] })
    await expect.element(shown.screen.getByRole('heading', { name: 'Calling Ravi…' })).toBeVisible()
    expect(
      shown.bar
        .getByRole('button')
        .elements()
        .map((each) => each.textContent),
    ).toEqual(['Mute', 'Camera', 'Cancel'])
    await button(shown, 'Cancel').click()
    await expect.poll(() => left.mock.calls).toEqual([[true]])
  })

  test('[DAY-22] a person left alone sees who left and when the call ends, and can ring again', async () => {
    answer(getCallStatus, callStatus({ aloneUntil: soon(108), lastLeft: called }))
    const { inputs } = answer(ringAgain, callStatus())
    const shown = await showCall({ tiles: [me()], recording: running })
    const { screen } = shown
    await expect.element(screen.getByRole('heading', { name: "Ravi left. You're the only one here." })).toBeVisible()
    await expect.element(screen.getByRole('timer')).toMatchTextContent(/ends in 1:4\d if nobody comes back/)
    await screen.getByRole('button', { name: 'Call Ravi again' }).click()
    await expect.poll(() => inputs.length).toBe(1)
  })

  test('[DAY-23] a note says that the recording starts, pauses and goes on, but never who caused it', async () => {
    const shown = await showCall()
    const note = shown.screen.getByRole('status')
    shown.change({ recording: running })
    await expect.element(note.getByText('Recording has started. Everyone said yes.')).toBeVisible()
    shown.change({ recording: { state: 'waiting', since: null, segment: null } })
    await expect.element(note.getByText("Recording is paused. Not everyone wants to be recorded, and that's fine.")).toBeVisible()
    shown.change({ recording: running })
    await expect.element(note.getByText('Recording goes on. Everyone said yes.')).toBeVisible()
    await note.getByRole('button', { name: "Don't record me" }).click()
    await expect.element(note.getByText('Recording goes on. Everyone said yes.')).not.toBeInTheDocument()
  })
})

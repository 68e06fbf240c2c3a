import { getHelpCentre } from '@saathi/contract/help/calls'
import own from '#core/ui/own-bar.module.css'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, showApp } from '../../test/harness.tsx'
import { fromTeam } from './help.fake.ts'
import { holdConversation, identity, liveSocket, openHelp, showHelp, withHelp } from './help-server.fake.ts'

beforeEach(() => page.viewport(1280, 800))

describe('the help button', () => {
  test.each(['off', 'show'] as const)('[NAV-12] is not rendered or requested while helpCenter is %s', async (flag) => {
    const { inputs } = answer(getHelpCentre, { kind: 'built_in', scriptUrl: null, identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp(flag) })
    await expect.element(screen.getByRole('heading', { name: 'More info' })).toBeVisible()
    expect(screen.getByRole('complementary', { name: 'Help' }).elements()).toEqual([])
    expect(inputs).toEqual([])
  })

  test('[NAV-12] is shown while helpCenter is in use, and opens a conversation with the team', async () => {
    holdConversation([fromTeam(1, 'How can we help?')])
    const { panel } = await openHelp()
    await expect.element(panel.getByRole('log').getByText('How can we help?')).toBeVisible()
    await expect.element(panel.getByText('Nandini')).toBeVisible()
  })

  test('waits until the terms are agreed to', async () => {
    holdConversation()
    const screen = await showApp({ path: '/moreinfo/privacyPolicy', profile: { ...withHelp('use'), hasAgreedTerms: false } })
    await expect.element(screen.getByRole('button', { name: 'Go back' })).toBeVisible()
    expect(screen.getByRole('complementary', { name: 'Help' }).elements()).toEqual([])
  })

  test.each([390, 1280])('is at the bottom end, above the tab bar, at %i px', async (width) => {
    await page.viewport(width, 800)
    holdConversation()
    const { button } = await showHelp()
    const { right, bottom } = button.element().getBoundingClientRect()
    expect(right).toBeGreaterThan(width - 40)
    expect(bottom).toBeLessThanOrEqual(width === 390 ? 740 : 780)
    expect(bottom).toBeGreaterThan(700)
  })

  test('shows the unread count, also in its name, and follows live events', async () => {
    const server = holdConversation([fromTeam(1, 'Hello')])
    const { button } = await showHelp()
    await expect.element(button).toHaveAccessibleName('Help, 1 unread')
    server.add(fromTeam(2, 'Are you there?'))
    const socket = await liveSocket()
    socket.say({ type: 'help.changed' })
    await expect.element(button).toHaveAccessibleName('Help, 2 unread')
  })

  test.each([
    [390, 'covers the page', 'true'],
    [1280, 'leaves the page usable', null],
  ])('at %i px opens a panel that %s', async (width, _name, modal) => {
    await page.viewport(width, 800)
    holdConversation()
    const { panel } = await openHelp()
    expect(panel.element().getAttribute('aria-modal')).toBe(modal)
  })

  test.each([390, 1280])('gets the focus back when the panel closes, at %i px', async (width) => {
    await page.viewport(width, 800)
    holdConversation()
    const { button, panel } = await openHelp()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(button).toHaveFocus()
  })

  test.each([
    ['with its own bar', 'class', own['page'] ?? ''],
    ['with unsaved changes', 'data-waiting', 'true'],
  ])('is hidden on a phone by a page %s', async (_name, attribute, value) => {
    await page.viewport(390, 844)
    holdConversation()
    const { screen, button } = await showHelp()
    const bar = document.createElement('div')
    bar.setAttribute(attribute, value)
    screen.getByRole('main').element().append(bar)
    await expect.poll(() => button.elements()).toEqual([])
    bar.remove()
    await expect.element(button).toBeVisible()
  })
})

describe('the external widget', () => {
  const script = (name: string) =>
    `data:text/javascript,${encodeURIComponent(`(window.${name} ??= []).push({ ...window.saathiHelp })`)}`
  const received = (name: string): unknown => Reflect.get(window, name)

  test('[NAV-12] is loaded once, after the identity is set, and our own panel is not shown', async () => {
    answer(getHelpCentre, { kind: 'external', scriptUrl: script('heardOnce'), identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp('use') })
    await expect.poll(() => received('heardOnce')).toEqual([identity])
    await screen.router.navigate({ href: '/moreinfo/faq' })
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    expect(received('heardOnce')).toEqual([identity])
    expect(screen.getByRole('complementary', { name: 'Help' }).elements()).toEqual([])
  })

  test('[NAV-12] is notified when nobody is signed in any more', async () => {
    answer(getHelpCentre, { kind: 'external', scriptUrl: script('heardThen'), identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp('use') })
    await expect.poll(() => received('heardThen')).toEqual([identity])
    let identityNow: unknown = 'nothing'
    window.addEventListener('saathihelp', () => (identityNow = window.saathiHelp), { once: true })
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(identityNow).toBeUndefined()
    expect(window).not.toHaveProperty('saathiHelp')
  })
})

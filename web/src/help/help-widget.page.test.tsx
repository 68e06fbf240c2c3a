import { getHelpCentre } from '@saathi/contract/help/calls'
import own from '#core/ui/own-bar.module.css'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answer, showApp } from '../../test/harness.tsx'
import { fromTeam } from './help.fake.ts'
import { holdConversation, identity, liveLine, openHelp, showHelp, withHelp } from './help-server.fake.ts'

beforeEach(() => page.viewport(1280, 800))

describe('the help button', () => {
  test.each(['off', 'show'] as const)('[NAV-12] is not there while helpCenter is %s, and nobody asks for it', async (flag) => {
    const { inputs } = answer(getHelpCentre, { kind: 'built_in', scriptUrl: null, identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp(flag) })
    await expect.element(screen.getByRole('heading', { name: 'More info' })).toBeVisible()
    expect(screen.getByRole('complementary', { name: 'Help' }).elements()).toEqual([])
    expect(inputs).toEqual([])
  })

  test('[NAV-12] is there while helpCenter is in use, and opens a conversation with the team', async () => {
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

  test.each([390, 1280])('stands at the bottom end, above the tab bar, at %i px', async (width) => {
    await page.viewport(width, 800)
    holdConversation()
    const { button } = await showHelp()
    const { right, bottom } = button.element().getBoundingClientRect()
    expect(right).toBeGreaterThan(width - 40)
    expect(bottom).toBeLessThanOrEqual(width === 390 ? 740 : 780)
    expect(bottom).toBeGreaterThan(700)
  })

  test('counts what is unread, also in its name, and follows the live line', async () => {
    const server = holdConversation([fromTeam(1, 'Hello')])
    const { button } = await showHelp()
    await expect.element(button).toHaveAccessibleName('Help, 1 unread')
    server.add(fromTeam(2, 'Are you there?'))
    const line = await liveLine()
    line.say({ type: 'help.changed' })
    await expect.element(button).toHaveAccessibleName('Help, 2 unread')
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
    ['with a bar of its own', 'class', own['page'] ?? ''],
    ['whose form waits to be saved', 'data-waiting', 'true'],
  ])('is put aside on a phone by a page %s', async (_name, attribute, value) => {
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

describe('the widget of another service', () => {
  const script = (name: string) =>
    `data:text/javascript,${encodeURIComponent(`(window.${name} ??= []).push({ ...window.saathiHelp })`)}`
  const heard = (name: string): unknown => Reflect.get(window, name)

  test('[NAV-12] is fetched once, after it can know who is here by hash and role, and no panel of ours is shown', async () => {
    answer(getHelpCentre, { kind: 'external', scriptUrl: script('heardOnce'), identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp('use') })
    await expect.poll(() => heard('heardOnce')).toEqual([identity])
    await screen.router.navigate({ href: '/moreinfo/faq' })
    await expect.element(screen.getByRole('heading', { name: 'Frequently asked questions' })).toBeVisible()
    expect(heard('heardOnce')).toEqual([identity])
    expect(screen.getByRole('complementary', { name: 'Help' }).elements()).toEqual([])
  })

  test('[NAV-12] is told when nobody is there any more', async () => {
    answer(getHelpCentre, { kind: 'external', scriptUrl: script('heardThen'), identity, unread: 0 })
    const screen = await showApp({ path: '/moreinfo', profile: withHelp('use') })
    await expect.poll(() => heard('heardThen')).toEqual([identity])
    let told: unknown = 'nothing'
    window.addEventListener('saathihelp', () => (told = window.saathiHelp), { once: true })
    new BroadcastChannel('saathi').postMessage({ type: 'signedOut' })
    await expect.poll(() => screen.pathNow()).toBe('/signin')
    expect(told).toBeUndefined()
    expect(window).not.toHaveProperty('saathiHelp')
  })
})

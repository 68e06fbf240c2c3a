import '#core/theme/tokens.css'
import '#core/theme/base.css'
import type { ComponentProps } from 'react'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { Button } from '#core/ui/button.tsx'
import { Menu, MenuChoice, MenuChoices, MenuItem, MenuLink } from '#core/ui/overlay/menu.tsx'
import { render } from '../../../../test/render.ts'

function RouterLink({ children, ...rest }: ComponentProps<'a'>) {
  return <a {...rest}>{children}</a>
}

async function withMenu() {
  const onSignOut = vi.fn()
  const onLanguage = vi.fn()
  const screen = await render(
    <Menu trigger={<Button>Asha</Button>}>
      <MenuLink render={<RouterLink href="#profile" />}>Profile</MenuLink>
      <MenuChoices label="Language" value="en" onChoose={onLanguage}>
        <MenuChoice value="en">English</MenuChoice>
        <MenuChoice value="hi">Hindi</MenuChoice>
      </MenuChoices>
      <MenuItem onSelect={onSignOut}>Sign out</MenuItem>
    </Menu>,
  )
  const trigger = screen.getByRole('button', { name: 'Asha' })
  await userEvent.tab()
  await expect.element(trigger).toHaveFocus()
  return { screen, trigger, onSignOut, onLanguage }
}

test('a menu opens, moves and chooses by keyboard, and returns the focus', async () => {
  const { screen, trigger, onSignOut } = await withMenu()
  await expect.element(trigger).toHaveAttribute('aria-expanded', 'false')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('menuitemradio', { name: 'English' })).toHaveFocus()
  await userEvent.keyboard('{End}{Enter}')
  expect(onSignOut).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
})

test('Escape closes a menu without choosing', async () => {
  const { screen, trigger, onSignOut } = await withMenu()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('menu')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('menu')).not.toBeInTheDocument()
  await expect.element(trigger).toHaveFocus()
  expect(onSignOut).not.toHaveBeenCalled()
})

test('the current choice is marked and another can be chosen', async () => {
  const { screen, trigger, onLanguage } = await withMenu()
  await trigger.click()
  await expect.element(screen.getByRole('menuitemradio', { name: 'English' })).toBeChecked()
  await screen.getByRole('menuitemradio', { name: 'Hindi' }).click()
  expect(onLanguage).toHaveBeenCalledWith('hi')
})

test("a menu link renders the router's link", async () => {
  const { screen, trigger } = await withMenu()
  await trigger.click()
  await expect.element(screen.getByRole('menuitem', { name: 'Profile' })).toHaveAttribute('href', '#profile')
})

import { expect, test } from 'vitest'
import { toolForKey } from './shortcuts.ts'

/** The key as it is heard by the page when it is pressed in such an element. */
function pressedIn(tag: string, key: string, given: KeyboardEventInit = {}) {
  const element = document.createElement(tag)
  document.body.append(element)
  let tool: ReturnType<typeof toolForKey>
  element.addEventListener('keydown', (event) => {
    tool = toolForKey(event)
  })
  element.dispatchEvent(new KeyboardEvent('keydown', { key, ...given }))
  element.remove()
  return tool
}

test.each(['input', 'textarea', 'select'])('[VID-04] a shortcut is a letter and nothing else to who types in a %s', (tag) => {
  expect(pressedIn(tag, 'm')).toBeUndefined()
})

test('[VID-04] a shortcut works from a button, with either case, and not while it is held down', () => {
  expect(pressedIn('button', 'm')).toBe('microphone')
  expect(pressedIn('button', 'M')).toBe('microphone')
  expect(pressedIn('button', 'm', { repeat: true })).toBeUndefined()
  expect(pressedIn('button', 'x')).toBeUndefined()
})

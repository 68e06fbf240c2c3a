import '#core/theme/tokens.css'
import '#core/theme/base.css'
import { expect, test } from 'vitest'
import { Beads } from '#core/ui/progress/beads.tsx'
import { Thread } from '#core/ui/progress/thread.tsx'
import { render } from '../../../../test/render.ts'

test('a thread has its progress as text', async () => {
  const screen = await render(<Thread value={60} label="Your progress" valueText="3 of 5 sessions" />)
  const bar = screen.getByRole('progressbar', { name: 'Your progress' })
  await expect.element(bar).toHaveAttribute('aria-valuenow', '60')
  await expect.element(bar).toHaveAttribute('aria-valuetext', '3 of 5 sessions')
})

test('a thread is limited to 100', async () => {
  const screen = await render(<Thread value={140} label="Upload" valueText="Done" />)
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '100')
})

test('a thread fills from the start of the reading direction', async () => {
  const screen = await render(
    <div dir="rtl" style={{ inlineSize: 200 }}>
      <Thread plain value={25} label="Progress" valueText="25%" />
    </div>,
  )
  const bar = screen.getByRole('progressbar').element()
  const fill = bar.firstElementChild?.getBoundingClientRect()
  expect(fill?.right).toBe(bar.getBoundingClientRect().right)
})

test('beads give each step, its state, and the current step', async () => {
  const screen = await render(
    <Beads
      label="Step 2 of 3"
      stateLabels={{ done: 'done', now: 'now', next: 'to come' }}
      steps={[
        { label: 'E-mail', state: 'done' },
        { label: 'Code', state: 'now' },
        { label: 'Password', state: 'next' },
      ]}
    />,
  )
  const list = screen.getByRole('list', { name: 'Step 2 of 3' })
  expect(
    list
      .getByRole('listitem')
      .elements()
      .map((item) => item.querySelector('span')?.textContent),
  ).toEqual(['E-mail, done', 'Code, now', 'Password, to come'])
  expect(list.element().querySelector('[aria-current="step"]')?.textContent).toContain('Code')
})
